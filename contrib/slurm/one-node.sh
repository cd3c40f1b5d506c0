#!/usr/bin/env bash
# A Slurm cluster of one node, this machine, for trying out and testing `principia bench --executor slurm`.
# Needs root and Debian's packages: apt-get install slurm-wlm munge
#
#   contrib/slurm/one-node.sh start [FOLDER]    starts munged, slurmctld and slurmd; prints the variable to set
#   contrib/slurm/one-node.sh stop [FOLDER]     stops them
set -euo pipefail
action=${1:-start}
folder=${2:-/tmp/principia-slurm}

stop() {
  for name in slurmd slurmctld munged; do
    if [ -f "$folder/$name.pid" ]; then
      kill "$(cat "$folder/$name.pid")" 2>/dev/null || true
      rm -f "$folder/$name.pid"
    fi
  done
}

start() {
  mkdir -p "$folder/state" "$folder/spool" "$folder/log" /run/munge
  chmod 755 "$folder" /run/munge
  # munged insists on a key that only its user can read.
  if [ ! -f "$folder/munge.key" ]; then
    dd if=/dev/urandom of="$folder/munge.key" bs=1 count=1024 status=none
  fi
  chmod 400 "$folder/munge.key"
  chown root "$folder/munge.key" /run/munge
  munged --force --key-file="$folder/munge.key" --pid-file="$folder/munged.pid" --socket="$folder/munge.socket" \
    --log-file="$folder/log/munged.log" --seed-file="$folder/munge.seed"
  local host memory
  host=$(hostname -s)
  memory=$(awk '/MemTotal/ { print int($2 / 1024 * 0.9) }' /proc/meminfo)
  cat >"$folder/slurm.conf" <<CONF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/log/slurmctld.log
SlurmdLogFile=$folder/log/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerParameters=sched_min_interval=200000,batch_sched_delay=0
SchedulerType=sched/backfill
MinJobAge=30
KillWait=5
ReturnToService=2
MpiDefault=none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$memory State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
  export SLURM_CONF=$folder/slurm.conf
  slurmctld -f "$folder/slurm.conf"
  slurmd -f "$folder/slurm.conf"
  for _ in $(seq 50); do
    if sinfo --noheader --format=%t 2>/dev/null | grep -qx 'idle\|mix'; then
      echo "export SLURM_CONF=$folder/slurm.conf"
      return
    fi
    sleep 0.2
  done
  echo "the node did not come up; see $folder/log" >&2
  exit 1
}

case $action in
start) stop; start ;;
stop) stop ;;
*) echo "usage: $0 start|stop [FOLDER]" >&2; exit 2 ;;
esac
