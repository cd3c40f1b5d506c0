#!/bin/sh
# Makes a folder and an archive that work where they are copied: the program with its libraries, completions, manual pages,
# documents and licences. Usage: contrib/package.sh [FOLDER]; the archive is FOLDER.tar.gz.
set -eu
# A relative folder is one of the caller's.
case ${1:-} in
  "" | /*) given=${1:-} ;;
  *) given=$(pwd)/$1 ;;
esac
cd "$(dirname "$0")/.."
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
folder=${given:-target/principia-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)}
target=${CARGO_TARGET_DIR:-target}
cargo build --release -p principia
if [ -e "$folder" ] && [ ! -x "$folder/principia" ]; then
  echo "$folder is there and is no package: nothing is removed" >&2
  exit 2
fi
rm -rf "$folder"
mkdir -p "$folder/completions" "$folder/man" "$folder/licences"
cp "$target/release/principia" "$folder/"
strip "$folder/principia" 2>/dev/null || true
# The program looks for libz3 beside itself, under the name that the library gives itself.
cp "$target"/release/libz3.so* "$folder/"
if [ -d "$target/release/bitwuzla" ]; then
  cp -r "$target/release/bitwuzla" "$folder/"
fi
for shell in bash zsh fish; do
  "$folder/principia" completions "$shell" > "$folder/completions/principia.$shell"
done
"$folder/principia" man "$folder/man"
cp -r README.md CHANGELOG.md docs examples "$folder/"
cp LICENSE-APACHE LICENSE-MIT "$folder/licences/"
# The licences of the solvers are in their wheels.
python3 - "$target" "$folder/licences" <<'PYTHON'
import glob, os, sys, zipfile
target, licences = sys.argv[1:]
for wheel in sorted(glob.glob(os.path.join(target, "release/build/smt-*/out/download*/*.whl"))):
    name = os.path.basename(wheel).split("-")[0]
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.namelist():
            base = os.path.basename(member).upper()
            if ".dist-info/" in member and ("LICEN" in base or "COPYING" in base or base == "METADATA"):
                with open(os.path.join(licences, f"{name}-{os.path.basename(member)}"), "wb") as out:
                    out.write(archive.read(member))
PYTHON
# The crates that are linked in, with what they say about their licences.
cargo metadata --format-version 1 --locked | python3 -c '
import json, sys
packages = json.load(sys.stdin)["packages"]
for package in sorted(packages, key=lambda package: package["name"]):
    if package["source"]:
        print(package["name"], package["version"], package["license"] or "see its sources", package["repository"] or "")
' > "$folder/licences/crates.txt"
tar -C "$(dirname "$folder")" -czf "$folder.tar.gz" "$(basename "$folder")"
echo "$folder"
echo "$folder.tar.gz"
