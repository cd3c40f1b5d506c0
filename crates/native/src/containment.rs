//! What an untrusted program may do while it is executed: next to nothing beyond computing.
//!
//! The process that becomes the program gives up rights first, in ways that are inherited and cannot be taken back: a
//! filter of system calls (no sockets, no new processes, no signals to others), a network namespace without a network,
//! write access to its own folder only, limits for memory and the size of files. What the kernel does not offer is left
//! out, and told ([`contain`]). Everything after the fork makes system calls only.

use std::ffi::CString;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// The largest file that a program may write.
const FILE_SIZE: u64 = 64 << 20;

/// Makes a command contain what it starts. It may write to `folder`, take `address_space` bytes if that is limited, and
/// start processes that share its memory if it `needs_helper`, as LeakSanitizer does. Returns what it is not kept from.
pub fn contain(
    command: &mut Command,
    folder: &Path,
    address_space: Option<u64>,
    needs_helper: bool,
) -> io::Result<Vec<String>> {
    let folder = CString::new(folder.as_os_str().as_bytes())?;
    let changes = match landlock_version() {
        version if version <= 0 => None,
        1 | 2 => Some(CHANGES),
        _ => Some(CHANGES | CUTS),
    };
    let can_unshare = can_unshare();
    // SAFETY: the closure makes system calls only.
    unsafe {
        command.pre_exec(move || {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            limit(libc::RLIMIT_FSIZE, FILE_SIZE);
            limit(libc::RLIMIT_CORE, 0);
            if let Some(bytes) = address_space {
                limit(libc::RLIMIT_AS, bytes);
            }
            close_inherited();
            if can_unshare && libc::unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWNET) != 0 {
                return Err(io::Error::last_os_error());
            }
            if libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 {
                return Err(io::Error::last_os_error());
            }
            if let Some(changes) = changes {
                restrict_writes(&folder, changes)?;
            }
            system_calls::filter(needs_helper)
        });
    }
    let gaps = [
        (!can_unshare && !system_calls::IS_KNOWN, "using the network"),
        (changes.is_none(), "changing the user's files"),
        (!system_calls::IS_KNOWN, "starting other programs"),
    ];
    Ok(gaps.into_iter().filter(|(is_open, _)| *is_open).map(|(_, what)| what.to_string()).collect())
}

/// Sets a limit of this process.
fn limit(resource: libc::__rlimit_resource_t, value: u64) {
    let limit = libc::rlimit { rlim_cur: value, rlim_max: value };
    // SAFETY: the structure is plain data.
    unsafe { libc::setrlimit(resource, &limit) };
}

/// No file that this process happens to have open is the program's business.
fn close_inherited() {
    const CLOSE_ON_EXEC: libc::c_uint = 4;
    // SAFETY: marks descriptors only; those that are needed until then stay open.
    unsafe { libc::syscall(libc::SYS_close_range, 3 as libc::c_uint, libc::c_uint::MAX, CLOSE_ON_EXEC) };
}

/// Whether processes may have a network of their own, which is none.
fn can_unshare() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(try_unshare)
}

fn try_unshare() -> bool {
    // SAFETY: the child makes system calls only.
    unsafe {
        match libc::fork() {
            0 => libc::_exit(libc::unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWNET)),
            -1 => false,
            child => {
                let mut status = 0;
                libc::waitpid(child, &mut status, 0) == child
                    && libc::WIFEXITED(status)
                    && libc::WEXITSTATUS(status) == 0
            }
        }
    }
}

/// The rights to change files: to write, to remove, to make; and, since a later version, to cut. The numbers are those
/// of the kernel's interface.
const CHANGES: u64 = 1 << 1 | 0x1ff << 4;
const CUTS: u64 = 1 << 14;

/// The version of the kernel's Landlock; negative if there is none.
fn landlock_version() -> libc::c_long {
    // SAFETY: asks for a number.
    unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u64>(), 0, 1) }
}

/// Forbids this process to change files outside of a folder.
fn restrict_writes(folder: &CString, changes: u64) -> io::Result<()> {
    /// The kernel's structure is packed.
    #[repr(C, packed)]
    struct PathBeneath {
        allowed_access: u64,
        parent: libc::c_int,
    }
    const PATH_BENEATH: libc::c_int = 1;
    // SAFETY: the structures are those of the kernel's interface.
    unsafe {
        let rules = libc::syscall(libc::SYS_landlock_create_ruleset, &changes, size_of::<u64>(), 0);
        let parent = libc::open(folder.as_ptr(), libc::O_PATH | libc::O_CLOEXEC);
        let beneath = PathBeneath { allowed_access: changes, parent };
        let is_done = rules >= 0
            && parent >= 0
            && libc::syscall(libc::SYS_landlock_add_rule, rules, PATH_BENEATH, &beneath, 0) == 0
            && libc::syscall(libc::SYS_landlock_restrict_self, rules, 0) == 0;
        if is_done { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}

/// The filter of system calls, for the machines whose numbers are known.
#[cfg(target_arch = "x86_64")]
mod system_calls {
    use std::io;

    /// Whether there is a filter.
    pub const IS_KNOWN: bool = true;

    const X86_64: u32 = 0xc000_003e;
    const I386: u32 = 0x4000_0003;
    /// Numbers from here on are those of a third interface, x32.
    const X32: u32 = 0x4000_0000;

    /// What is refused: sockets, other ways to them, processes, signals to others.
    const REFUSED_64: [u32; 9] = [
        41,  // socket
        53,  // socketpair
        425, // io_uring_setup
        57,  // fork
        58,  // vfork
        200, // tkill
        129, // rt_sigqueueinfo
        297, // rt_tgsigqueueinfo
        424, // pidfd_send_signal
    ];
    const REFUSED_32: [u32; 10] = [
        359, // socket
        360, // socketpair
        102, // socketcall
        425, // io_uring_setup
        2,   // fork
        190, // vfork
        238, // tkill
        178, // rt_sigqueueinfo
        335, // rt_tgsigqueueinfo
        424, // pidfd_send_signal
    ];
    /// The memory of others, which the helper of LeakSanitizer reads: `ptrace`, `process_vm_writev`.
    const MEMORY_64: [u32; 2] = [101, 311];
    const MEMORY_32: [u32; 2] = [26, 348];

    /// The calls whose first argument decides.
    struct Special {
        clone: u32,
        clone3: u32,
        /// `kill` and `tgkill`
        signals: [u32; 2],
    }

    const SPECIAL_64: Special = Special { clone: 56, clone3: 435, signals: [62, 234] };
    const SPECIAL_32: Special = Special { clone: 120, clone3: 435, signals: [37, 270] };

    /// Where the kernel shows a filter the number of the call, the machine, and the low half of the first argument.
    const NUMBER: u32 = 0;
    const MACHINE: u32 = 4;
    const ARGUMENT: u32 = 16;

    const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
    const EQUAL: u16 = (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16;
    const AT_LEAST: u16 = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
    const HAS_BITS: u16 = (libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K) as u16;
    const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;

    const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;
    const REFUSE: u32 = libc::SECCOMP_RET_ERRNO | libc::EPERM as u32;
    /// The C library then uses `clone`, whose argument a filter can read.
    const MISSING: u32 = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;

    /// A program for the kernel, in fixed memory: it is written between fork and exec.
    struct Filter {
        code: [libc::sock_filter; 96],
        length: usize,
    }

    impl Filter {
        fn add(&mut self, code: u16, k: u32, jt: u8, jf: u8) {
            self.code[self.length] = libc::sock_filter { code, jt, jf, k };
            self.length += 1;
        }

        /// Returns this if the accumulator is `number`.
        fn on(&mut self, number: u32, result: u32) {
            self.add(EQUAL, number, 0, 1);
            self.add(RETURN, result, 0, 0);
        }

        /// What happens to calls of one machine.
        fn machine(&mut self, refused: [&[u32]; 2], special: &Special, needs_helper: bool, process: u32) {
            let [always, unless_helped] = refused;
            self.add(LOAD, NUMBER, 0, 0);
            for &number in always.iter().chain(unless_helped.iter().filter(|_| !needs_helper)) {
                self.on(number, REFUSE);
            }
            self.on(special.clone3, MISSING);
            let needed = if needs_helper { libc::CLONE_VM } else { libc::CLONE_THREAD };
            self.on_argument(special.clone, HAS_BITS, needed as u32);
            for signal in special.signals {
                self.on_argument(signal, EQUAL, process);
            }
            self.add(RETURN, ALLOW, 0, 0);
        }

        /// If the accumulator is `number`, the first argument decides.
        fn on_argument(&mut self, number: u32, test: u16, value: u32) {
            self.add(EQUAL, number, 0, 4);
            self.add(LOAD, ARGUMENT, 0, 0);
            self.add(test, value, 1, 0);
            self.add(RETURN, REFUSE, 0, 0);
            self.add(RETURN, ALLOW, 0, 0);
        }
    }

    /// Installs the filter in this process.
    pub fn filter(needs_helper: bool) -> io::Result<()> {
        let nothing = libc::sock_filter { code: 0, jt: 0, jf: 0, k: 0 };
        let mut filter = Filter { code: [nothing; 96], length: 0 };
        // SAFETY: a number.
        let process = unsafe { libc::getpid() } as u32;
        filter.add(LOAD, MACHINE, 0, 0);
        let jump = filter.length;
        filter.add(EQUAL, X86_64, 0, 0);
        filter.add(LOAD, NUMBER, 0, 0);
        filter.add(AT_LEAST, X32, 0, 1);
        filter.add(RETURN, REFUSE, 0, 0);
        filter.machine([&REFUSED_64, &MEMORY_64], &SPECIAL_64, needs_helper, process);
        filter.code[jump].jf = (filter.length - jump - 1) as u8;
        filter.add(EQUAL, I386, 1, 0);
        filter.add(RETURN, REFUSE, 0, 0);
        filter.machine([&REFUSED_32, &MEMORY_32], &SPECIAL_32, needs_helper, process);
        let program = libc::sock_fprog { len: filter.length as u16, filter: filter.code.as_mut_ptr() };
        // SAFETY: the program is in memory that lives until the kernel has copied it.
        let result = unsafe { libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &program) };
        if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}

/// Machines without a filter of system calls.
#[cfg(not(target_arch = "x86_64"))]
mod system_calls {
    /// Whether there is a filter.
    pub const IS_KNOWN: bool = false;

    /// Nothing is filtered.
    pub fn filter(_: bool) -> std::io::Result<()> {
        Ok(())
    }
}
