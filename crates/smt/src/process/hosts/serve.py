# The end of every host: it executes one line after the other, with what is defined above.
def main():
    if "--version" in arguments:
        print(version())
        return
    host = Host()
    for line in sys.stdin:
        if line := line.strip():
            host.execute(line)
            sys.stdout.flush()


if __name__ == "__main__":
    try:
        main()
    except Exception as error:
        print('(error "%s")' % str(error).replace('"', "'"))
