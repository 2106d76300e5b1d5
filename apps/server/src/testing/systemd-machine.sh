#!/bin/bash
# A machine of its own with systemd: namespaces, an empty /etc and /var, this machine's /usr, and a network of its own with
# 127.0.0.1 alone. Usage, as root: systemd-machine.sh EMPTY_FOLDER PROGRAM_FOLDER, which becomes /opt/footfall.
# It prints the process id of its systemd, and ends with SIGTERM.
set -euo pipefail

if [ "${3:-}" != inside ]; then
  # systemd makes its control groups below this one, which leaves none behind.
  parent=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/self/mounts)
  own=$parent/footfall-machine-$$
  mkdir "$own"
  echo $$ >"$own/cgroup.procs"
  finish() {
    kill -KILL "$machine" 2>/dev/null || true
    wait "$machine" 2>/dev/null || true
    echo $$ >"$parent/cgroup.procs"
    # The processes of a killed namespace leave their groups a moment later.
    for _ in $(seq 400); do
      find "$own" -depth -type d -exec rmdir {} + 2>/dev/null && break
      sleep 0.05
    done
  }
  unshare --pid --fork --kill-child --mount --uts --ipc --net --cgroup "$0" "$1" "$2" inside &
  machine=$!
  trap finish EXIT
  trap 'exit 0' TERM
  for _ in $(seq 100); do
    first=$(cat "/proc/$machine/task/$machine/children" 2>/dev/null || true)
    if [ -n "$first" ] && grep -qx systemd "/proc/${first% }/comm"; then break; fi
    sleep 0.05
  done
  echo "systemd is process ${first% }"
  wait "$machine"
  exit
fi

stage=$1
mount --make-rprivate /
mount -t tmpfs tmpfs "$stage"
cd "$stage"
mkdir -p etc/systemd/system usr opt/footfall var/tmp var/log proc sys dev run tmp root old
chmod 0755 .
chmod 1777 tmp var/tmp
for name in bin sbin lib lib64; do ln -s "usr/$name" "$name"; done
mount --bind /usr usr
mount --bind "$2" opt/footfall
for name in pam.d security login.defs nsswitch.conf ld.so.cache ssl alternatives sudoers; do
  if [ -e "/etc/$name" ]; then cp -aL "/etc/$name" etc/; fi
done
printf 'root:x:0:0::/root:/bin/bash\nnobody:x:65534:65534::/nonexistent:/usr/sbin/nologin\n' >etc/passwd
printf 'root:x:0:\nadm:x:4:\nutmp:x:43:\nnogroup:x:65534:\n' >etc/group
printf 'root:*:19000:0:99999:7:::\n' >etc/shadow
touch etc/gshadow
echo '127.0.0.1 localhost machine' >etc/hosts
tr -d - </proc/sys/kernel/random/uuid >etc/machine-id
hostname machine
ip link set lo up
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs dev
for name in null zero full random urandom tty; do
  touch "dev/$name"
  mount --bind "/dev/$name" "dev/$name"
done
mkdir dev/shm dev/pts dev/mqueue
chmod 1777 dev/shm
mount -t devpts -o ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for name in stdin:0 stdout:1 stderr:2; do ln -s "fd/${name#*:}" "dev/${name%:*}"; done
pivot_root . old
umount --lazy /old
exec env -i container=other PATH=/usr/sbin:/usr/bin /usr/lib/systemd/systemd --unit=multi-user.target
