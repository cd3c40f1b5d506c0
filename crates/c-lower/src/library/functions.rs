//! The functions of the C library that have no model, by what they may change.
//!
//! Names are facts of the C standard, POSIX, GNU and BSD. [`super::effects::Effects`] says what the codes mean.

/// Effects, and the names of the functions that have them.
pub(super) const FUNCTIONS: &[(&str, &str)] = &[
    (
        "",
        "
        _IO_feof _IO_ferror _IO_flockfile _IO_ftrylockfile _IO_funlockfile _IO_peekc_locked _IO_putc
        __argp_input __argz_count __bswap_16 __bswap_32 __bswap_64 __ctype_get_mb_cur_max __cxa_finalize
        __dn_count_labels __error_at_line_noreturn __error_noreturn __fbufsize __fdelt_chk __fdelt_warn
        __flbf __fp_nquery __fp_query __fp_resstat __fpending __fpurge __freadable __freading __fsetlocking
        __fwritable __fwriting __getpagesize __getpgid __h_errno_location __hostalias
        __libc_current_sigrtmax __libc_current_sigrtmin __memcmpeq __monstartup __option_is_end
        __option_is_short __overflow __p_cdname __p_cdnname __p_class __p_fqname __p_option __p_query
        __p_rcode __p_time __p_type __res_close __res_init __res_isourserver __res_nameinquery
        __res_queriesmatch __res_randomid __res_state __sched_cpucount __sched_cpufree __secure_getenv
        __sysconf __tolower_l __toupper_l __uflow __uint16_identity __uint32_identity __uint64_identity
        __underflow __woverflow __wuflow _argp_input _flushlbf _mcleanup _option_is_end _option_is_short
        _tolower _toupper a64l access acct addmntent addseverity aio_init alarm alphasort alphasort64
        arc4random arc4random_uniform argz_count asctime atof backtrace_symbols_fd bind
        bind_textdomain_codeset bindtextdomain brk btowc catclose catgets cfgetispeed cfgetospeed chdir
        chmod chown chroot clearerr clearerr_unlocked clock clock_settime close close_range closefrom
        closelog connect creat creat64 crypt crypt_checksalt crypt_gensalt crypt_gensalt_ra
        crypt_preferred_method ctime difftime dirfd dlclose dlerror dn_skipname drand48 dup dup2 dup3 dysize
        eaccess endaliasent endfsent endhostent endmntent endnetent endnetgrent endprotoent endrpcent
        endservent endsgent endspent endttyent endusershell endutent endutxent epoll_create epoll_create1
        ether_aton ether_ntoa euidaccess eventfd eventfd_write faccessat fallocate fallocate64 fanotify_init
        fanotify_mark fchdir fchmod fchmodat fchown fchownat fclose fcloseall fdatasync feclearexcept
        fedisableexcept feenableexcept fegetexcept feof feof_unlocked feraiseexcept ferror ferror_unlocked
        fesetexcept fesetexceptflag fetestexcept fetestexceptflag fflush_unlocked ffs ffsl ffsll fgetgrent
        fgetpwent fgetsgent fgetspent fgetwc fgetwc_unlocked fileno fileno_unlocked flock flockfile fmtmsg
        fnmatch fpathconf fputc_unlocked fputs_unlocked fputwc fputwc_unlocked fputws fputws_unlocked
        freeaddrinfo freeifaddrs freelocale fremovexattr fsconfig fseek fseeko fseeko64 fsetpos fsetpos64
        fsetxattr fsmount fsopen fspick fsync ftell ftello ftello64 ftok ftruncate ftruncate64 ftrylockfile
        fts64_children fts64_close fts64_read fts64_set fts_children fts_close fts_read fts_set funlockfile
        futimens futimes futimesat fwide fwrite fwrite_unlocked gai_strerror gai_suspend get_avphys_pages
        get_nprocs get_nprocs_conf get_phys_pages getaliasbyname getaliasent getauxval getdate getdtablesize
        getegid geteuid getfsent getfsfile getfsspec getgid getgrent getgrgid getgrnam gethostbyaddr
        gethostbyname gethostbyname2 gethostent gethostid getlocalename_l getlogin getmntent getnetbyaddr
        getnetbyname getnetent getpagesize getpass getpgid getpgrp getpid getppid getpriority getprogname
        getprotobyname getprotobynumber getprotoent getpt getpwent getpwnam getpwuid getrpcbyname
        getrpcbynumber getrpcent getservbyname getservbyport getservent getsgent getsgnam getsid getspent
        getspnam gettid getttyent getttynam getuid getumask getusershell getutent getutid getutline
        getutxent getutxid getutxline getw getwc getwc_unlocked getwchar getwchar_unlocked glob_pattern_p
        gmtime gnu_dev_major gnu_dev_makedev gnu_dev_minor gnu_get_libc_release gnu_get_libc_version grantpt
        group_member hcreate hdestroy herror hstrerror iconv_close if_freenameindex if_nametoindex imaxabs
        imaxdiv inb inb_p inet6_option_space inet6_rth_segments inet6_rth_space inet_addr inet_lnaof
        inet_makeaddr inet_netof inet_network inet_ntoa initgroups inl inl_p innetgr inotify_add_watch
        inotify_init inotify_init1 inotify_rm_watch inw inw_p ioperm iopl iruserok iruserok_af isalnum_l
        isalpha_l isatty isblank_l iscntrl_l isctype isdigit_l isfdtype isgraph_l islower_l isprint_l
        ispunct_l issetugid isspace_l isupper_l iswalnum iswalnum_l iswalpha iswalpha_l iswblank iswblank_l
        iswcntrl iswcntrl_l iswctype iswctype_l iswdigit iswdigit_l iswgraph iswgraph_l iswlower iswlower_l
        iswprint iswprint_l iswpunct iswpunct_l iswspace iswspace_l iswupper iswupper_l iswxdigit
        iswxdigit_l isxdigit_l l64a lchmod lchown lckpwdf link linkat listen localeconv localtime lockf
        lockf64 login login_tty logout logwtmp lrand48 lremovexattr lseek lseek64 lsetxattr lutimes mallinfo
        mallinfo2 malloc_info malloc_stats malloc_trim malloc_usable_size mallopt mblen mbsinit
        mcheck_check_all memalignment memfd_create mkdir mkdirat mkfifo mkfifoat mknod mknodat mlock mlock2
        mlockall monstartup mount move_mount mprobe mprotect mq_close mq_open mq_send mq_timedsend mq_unlink
        mrand48 msgget msgsnd msync mtrace munlock munlockall munmap muntrace nice nl_langinfo nl_langinfo_l
        ns_get16 ns_get32 ns_msg_getflag ns_samedomain ns_samename ns_skiprr ns_subdomain open open64
        open_tree openat openat64 openlog outb outb_p outl outl_p outsb outsl outsw outw outw_p pathconf
        pclose personality pidfd_getfd pidfd_open pkey_alloc pkey_free pkey_get pkey_mprotect pkey_set
        posix_fadvise posix_fadvise64 posix_fallocate posix_fallocate64 posix_madvise posix_openpt
        printf_size process_madvise process_mrelease psiginfo psignal pthread_detach pthread_equal
        pthread_getconcurrency pthread_key_delete pthread_self pthread_setaffinity_np
        pthread_setattr_default_np pthread_setconcurrency pthread_setname_np pthread_setschedparam
        pthread_setschedprio pthread_testcancel pthread_yield ptsname putc_unlocked putchar_unlocked
        putgrent putpwent putsgent putspent pututline pututxline putw putwc putwc_unlocked putwchar
        putwchar_unlocked pwrite pwrite64 pwritev pwritev2 pwritev64 pwritev64v2 re_set_syntax readahead
        readdir readdir64 remap_file_pages remove removexattr rename renameat renameat2 res_dnok res_hnok
        res_mailok res_ownok revoke rewind rmdir rpmatch ruserok ruserok_af sched_get_priority_max
        sched_get_priority_min sched_getcpu sched_getscheduler sched_setaffinity sched_setparam
        sched_setscheduler sched_yield secure_getenv sem_close sem_unlink semget semop semtimedop send
        sendmsg sendto setaliasent setdomainname setegid seteuid setfsent setfsgid setfsuid setgid setgroups
        sethostent sethostid sethostname setipv4sourcefilter setlocale setlogin setlogmask setnetent
        setnetgrent setns setpgid setpgrp setpriority setprogname setprotoent setregid setresgid setresuid
        setreuid setrlimit setrlimit64 setrpcent setservent setsgent setsid setsockopt setsourcefilter
        setspent settimeofday setttyent setuid setusershell setutent setutxent setxattr sgetsgent sgetspent
        shm_open shm_unlink shmdt shmget shutdown sigabbrev_np sigblock sigdescr_np siggetmask sighold
        sigignore siginterrupt sigisemptyset sigismember signalfd sigrelse sigsetmask sleep sockatmark
        socket srand48 srandom strcasecmp_l strcoll_l strerror strerror_l strerrordesc_np strerrorname_np
        strncasecmp_l strsignal strverscmp stty swapoff swapon symlink symlinkat sync sync_file_range syncfs
        sysconf system tcdrain tcflow tcflush tcgetpgrp tcgetsid tcsendbreak tcsetattr tcsetpgrp tee telldir
        textdomain thrd_current thrd_detach thrd_equal thrd_yield timer_delete timer_getoverrun
        timerfd_create tolower_l toupper_l towctrans towctrans_l towlower towlower_l towupper towupper_l
        truncate truncate64 tss_delete ttyname ttyslot ualarm ulckpwdf umask umount umount2 ungetc ungetwc
        unlink unlinkat unlockpt unshare updwtmp updwtmpx usleep utime utimensat utimes utmpname utmpxname
        versionsort versionsort64 vhangup vmsplice wcscasecmp wcscasecmp_l wcscoll wcscoll_l wcsncasecmp
        wcsncasecmp_l wcswidth wctob wctrans wctrans_l wctype wctype_l wcwidth write writev
        ",
    ),
    ("f0", "vwarn vwarnx vwprintf warn warnx wprintf"),
    (
        "f1",
        "
        __printf_chk __vprintf_chk __wprintf_chk dprintf fprintf_unlocked fwprintf syslog vdprintf vfwprintf
        vsyslog
        ",
    ),
    ("f2", "__dprintf_chk __fprintf_chk __fwprintf_chk __syslog_chk __vfprintf_chk __vsyslog_chk"),
    ("g", "clearenv closedir endgrent endpwent rewinddir seekdir setenv setgrent setpwent tzset unsetenv"),
    (
        "i0",
        "
        __argz_next argz_next envz_entry envz_get gettext inet6_rth_getaddr mmap mmap64 mremap wcschrnul
        wcswcs
        ",
    ),
    ("i0 i1", "ngettext"),
    ("i1", "__cmsg_nxthdr __dcgettext __dgettext dcgettext dgettext shmat"),
    ("i1 i2", "dcngettext dngettext"),
    (
        "j",
        "
        __sched_cpualloc catopen dlmopen dlopen dlsym dlvsym duplocale fdopen fdopendir fopen fopen64
        freopen freopen64 getenv iconv_open if_nameindex newlocale opendir popen pthread_getspecific sbrk
        sem_open setmntent tmpfile tmpfile64 tss_get uselocale
        ",
    ),
    ("j a", "backtrace_symbols canonicalize_file_name get_current_dir_name tempnam wcsdup"),
    (
        "k0",
        "
        aio_error aio_error64 aio_read aio_read64 aio_return aio_return64 aio_suspend aio_suspend64
        aio_write aio_write64 fmemopen putenv setstate
        ",
    ),
    ("k0 k1", "open_memstream open_wmemstream"),
    (
        "k1",
        "
        aio_cancel aio_cancel64 aio_fsync aio_fsync64 initstate mq_notify pthread_setspecific setbuf
        setbuffer setlinebuf setvbuf tss_set
        ",
    ),
    ("k1 o2", "timer_create"),
    (
        "n",
        "
        __error_alias __error_at_line_alias daemon execl execle execlp execv execve execveat execvp execvpe
        fexecve gsignal kill killpg pause pidfd_send_signal pthread_cancel pthread_kill pthread_sigqueue
        raise reboot sigpause sigqueue sigsuspend tgkill
        ",
    ),
    (
        "o0",
        "
        __pthread_unregister_cancel __pthread_unregister_cancel_restore __res_nclose __res_ninit adjtimex
        cfmakeraw cfsetispeed cfsetospeed cfsetspeed cnd_broadcast cnd_destroy cnd_init cnd_signal fegetenv
        fegetexceptflag fegetmode feholdexcept ftime gai_cancel gai_error getcontext getifaddrs globfree
        globfree64 hdestroy_r inet6_option_append mtx_destroy mtx_init mtx_lock mtx_timedlock mtx_trylock
        mtx_unlock ns_name_skip ntp_adjtime ntp_gettime ntp_gettimex posix_spawn
        posix_spawn_file_actions_addchdir_np posix_spawn_file_actions_addclose
        posix_spawn_file_actions_addclosefrom_np posix_spawn_file_actions_adddup2
        posix_spawn_file_actions_addfchdir_np posix_spawn_file_actions_addopen
        posix_spawn_file_actions_addtcsetpgrp_np posix_spawn_file_actions_destroy
        posix_spawn_file_actions_init posix_spawnattr_destroy posix_spawnattr_init posix_spawnattr_setflags
        posix_spawnattr_setpgroup posix_spawnattr_setschedparam posix_spawnattr_setschedpolicy
        posix_spawnattr_setsigdefault posix_spawnattr_setsigmask posix_spawnp profil pthread_attr_destroy
        pthread_attr_init pthread_attr_setaffinity_np pthread_attr_setdetachstate pthread_attr_setguardsize
        pthread_attr_setinheritsched pthread_attr_setschedparam pthread_attr_setschedpolicy
        pthread_attr_setscope pthread_attr_setsigmask_np pthread_attr_setstacksize pthread_barrier_destroy
        pthread_barrier_init pthread_barrier_wait pthread_barrierattr_destroy pthread_barrierattr_init
        pthread_barrierattr_setpshared pthread_cond_broadcast pthread_cond_destroy pthread_cond_init
        pthread_cond_signal pthread_condattr_destroy pthread_condattr_init pthread_condattr_setclock
        pthread_condattr_setpshared pthread_getattr_default_np pthread_mutex_clocklock
        pthread_mutex_consistent pthread_mutex_consistent_np pthread_mutex_destroy pthread_mutex_init
        pthread_mutex_lock pthread_mutex_timedlock pthread_mutex_trylock pthread_mutex_unlock
        pthread_mutexattr_destroy pthread_mutexattr_init pthread_mutexattr_setprioceiling
        pthread_mutexattr_setprotocol pthread_mutexattr_setpshared pthread_mutexattr_setrobust
        pthread_mutexattr_setrobust_np pthread_mutexattr_settype pthread_rwlock_clockrdlock
        pthread_rwlock_clockwrlock pthread_rwlock_destroy pthread_rwlock_init pthread_rwlock_rdlock
        pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock pthread_rwlock_tryrdlock
        pthread_rwlock_trywrlock pthread_rwlock_unlock pthread_rwlock_wrlock pthread_rwlockattr_destroy
        pthread_rwlockattr_init pthread_rwlockattr_setkind_np pthread_rwlockattr_setpshared
        pthread_spin_destroy pthread_spin_init pthread_spin_lock pthread_spin_trylock pthread_spin_unlock
        rand_r re_compile_fastmap regcomp regfree rresvport rresvport_af sem_clockwait sem_destroy sem_init
        sem_post sem_timedwait sem_trywait sem_wait sigaddset sigandset sigdelset sigemptyset sigfillset
        sigorset sigpending sysinfo timegm times timespec_get timespec_getres uname wait wordfree
        ",
    ),
    ("o0 f1", "__asprintf asprintf obstack_printf obstack_vprintf vasprintf"),
    ("o0 f2", "__asprintf_chk __obstack_printf_chk __obstack_vprintf_chk __vasprintf_chk"),
    ("o0 g", "mktime timelocal"),
    ("o0 i0", "inet6_option_alloc"),
    (
        "o0 o1",
        "
        __getline argz_add argz_add_sep argz_append cnd_timedwait cnd_wait drand48_r envz_add
        envz_merge envz_remove envz_strip getcpu getutent_r lrand48_r mrand48_r
        pthread_cond_clockwait pthread_cond_timedwait pthread_cond_wait pthread_mutexattr_getrobust_np
        random_r sem_getvalue sigstack
        ",
    ),
    ("o0 o1 o2", "getnetgrent getresgid getresuid"),
    ("o0 o1 o2 w3", "getnetgrent_r"),
    ("o0 o1 o3 o4", "re_set_registers"),
    ("o0 o1 o4", "argz_replace"),
    ("o0 o1 w2", "argz_delete argz_insert openpty"),
    ("o0 o2", "getsubopt pthread_mutex_setprioceiling wait3"),
    ("o0 o3", "ns_parserr"),
    ("o0 o4", "re_match"),
    ("o0 o5", "rcmd rcmd_af re_search rexec rexec_af"),
    ("o0 o6", "re_match_2"),
    ("o0 o7", "re_search_2"),
    ("o0 w1", "gettimeofday pthread_attr_setstack pthread_attr_setstackaddr"),
    (
        "o0 w1 o3",
        "
        getaliasent_r getgrent_r getprotoent_r getpwent_r getrpcent_r getservent_r getsgent_r getspent_r
        ",
    ),
    ("o0 w1 o3 o4", "gethostent_r getnetent_r"),
    ("o0 w3", "res_nsend"),
    ("o0 w4", "res_nquery res_nsearch"),
    ("o0 w5", "res_nquerydomain"),
    ("o0 w8", "res_nmkquery"),
    (
        "o1",
        "
        __strtod_internal __strtof_internal __strtoimax __strtold_internal __strtoumax __wcstod_internal
        __wcstof_internal __wcstol_internal __wcstold_internal __wcstoll_internal __wcstoul_internal
        __wcstoull_internal adjtime bindresvport bindresvport6 clock_adjtime clock_getcpuclockid
        clock_getres clock_gettime dladdr ether_hostton eventfd_read fgetpos fgetpos64 fstat fstat64 fstatfs
        fstatfs64 fstatvfs fstatvfs64 getdate_r getitimer getrlimit getrlimit64 getrusage getutmp getutmpx
        gtty hcreate_r inet6_option_find inet6_option_next inet_aton lstat lstat64 mq_getattr nanosleep
        ns_datetosecs ns_parse_ttl open_by_handle_at posix_spawnattr_getflags posix_spawnattr_getpgroup
        posix_spawnattr_getschedparam posix_spawnattr_getschedpolicy posix_spawnattr_getsigdefault
        posix_spawnattr_getsigmask pthread_attr_getdetachstate pthread_attr_getguardsize
        pthread_attr_getinheritsched pthread_attr_getschedparam pthread_attr_getschedpolicy
        pthread_attr_getscope pthread_attr_getsigmask_np pthread_attr_getstackaddr pthread_attr_getstacksize
        pthread_barrierattr_getpshared pthread_clockjoin_np pthread_condattr_getclock
        pthread_condattr_getpshared pthread_getattr_np pthread_getcpuclockid pthread_join
        pthread_mutex_getprioceiling pthread_mutexattr_getprioceiling pthread_mutexattr_getprotocol
        pthread_mutexattr_getpshared pthread_mutexattr_getrobust pthread_mutexattr_gettype
        pthread_rwlockattr_getkind_np pthread_rwlockattr_getpshared pthread_setcancelstate
        pthread_setcanceltype pthread_timedjoin_np pthread_tryjoin_np sched_getparam sched_rr_get_interval
        sigaltstack sigtimedwait sigwait sigwaitinfo srand48_r srandom_r stat stat64 statfs statfs64 statvfs
        statvfs64 str2sig strtod strtod_l strtof strtof128 strtof128_l strtof32 strtof32_l strtof32x
        strtof32x_l strtof64 strtof64_l strtof64x strtof64x_l strtof_l strtoimax strtol_l strtold strtold_l
        strtoll_l strtoq strtoul_l strtoull_l strtoumax strtouq tcgetattr thrd_join thrd_sleep timer_gettime
        timerfd_gettime waitpid wcstod wcstod_l wcstof wcstof128 wcstof128_l wcstof32 wcstof32_l wcstof32x
        wcstof32x_l wcstof64 wcstof64_l wcstof64x wcstof64x_l wcstof_l wcstoimax wcstol wcstol_l wcstold
        wcstold_l wcstoll wcstoll_l wcstoq wcstoul wcstoul_l wcstoull wcstoull_l wcstoumax wcstouq wordexp
        ",
    ),
    (
        "o1 o2",
        "
        __argz_create argz_create dladdr1 getutid_r getutline_r ns_name_rollback pthread_attr_getstack
        pthread_getschedparam readdir64_r readdir_r
        ",
    ),
    ("o1 o2 o3", "pselect"),
    ("o1 o2 o3 o4", "iconv select"),
    ("o1 o3", "copy_file_range splice wait4"),
    ("o1 r1", "__gmtime_r __localtime_r ether_aton_r gmtime_r localtime_r"),
    ("o1 w2", "ether_line"),
    (
        "o1 w2 o4",
        "
        fgetgrent_r fgetpwent_r fgetsgent_r fgetspent_r getaliasbyname_r getgrgid_r getgrnam_r
        getprotobyname_r getprotobynumber_r getpwnam_r getpwuid_r getrpcbyname_r getrpcbynumber_r getsgnam_r
        getspnam_r sgetsgent_r sgetspent_r
        ",
    ),
    ("o1 w2 o4 o5", "gethostbyname_r getnetbyname_r"),
    ("o1 w2 r1", "getmntent_r"),
    (
        "o2",
        "
        __argz_extract __fxstat __fxstat64 __lxstat __lxstat64 __mbrlen __sym_ntop __sym_ntos __sym_ston
        __xstat __xstat64 argz_extract fstatat fstatat64 mbrlen mq_setattr msgctl ns_initparse
        parse_printf_format printf_size_info pthread_sigmask re_compile_pattern sendfile sendfile64
        setitimer shmctl sigprocmask waitid
        ",
    ),
    ("o2 i0", "strptime strptime_l"),
    ("o2 i2", "crypt_r"),
    ("o2 o3", "argz_create_sep crypt_ra ecvt fcvt name_to_handle_at qecvt qfcvt"),
    ("o2 o3 w4", "ecvt_r fcvt_r qecvt_r qfcvt_r"),
    ("o2 w3 o5", "getservbyname_r getservbyport_r"),
    ("o2 w3 o5 o6", "gethostbyname2_r getnetbyaddr_r"),
    (
        "o3",
        "
        __fxstatat __fxstatat64 clock_nanosleep epoll_ctl getaddrinfo mount_setattr prlimit prlimit64
        strtonum timer_settime timerfd_settime
        ",
    ),
    ("o3 o4 o5", "getipv4sourcefilter"),
    ("o3 w4 o6 o7", "gethostbyaddr_r"),
    ("o4", "statx"),
    ("o4 o5 o6", "getsourcefilter"),
    ("s1", "__isoc23_scanf __isoc23_wscanf __isoc99_scanf __isoc99_wscanf prctl ptrace scanf wscanf"),
    (
        "s2",
        "
        __isoc23_fscanf __isoc23_fwscanf __isoc23_sscanf __isoc23_swscanf __isoc99_fscanf __isoc99_fwscanf
        __isoc99_sscanf __isoc99_swscanf fcntl fcntl64 fscanf fwscanf ioctl semctl sscanf swscanf ulimit
        ",
    ),
    (
        "w0",
        "
        __argz_stringify __explicit_bzero_chk __fread_chk __fread_unlocked_chk __getdomainname_chk
        __gethostname_chk __mbsnrtowcs_chk __mbsrtowcs_chk __mbstowcs_chk __poll_chk __ppoll_chk
        __strlcat_chk __strlcpy_chk __wcrtomb_chk __wcsnrtombs_chk __wcsrtombs_chk __wcstombs_chk
        __wctomb_chk _dl_mcount_wrapper_check argz_stringify backtrace erand48 ether_ntohost fread_unlocked
        getloadavg inet6_opt_finish inet6_opt_init inet6_rth_add inet6_rth_init jrand48 lcong48 madvise
        mbstowcs mbtowc memset_explicit mkostemp mkostemp64 mkostemps mkostemps64 mkstemp mkstemp64 mkstemps
        mkstemps64 nrand48 pipe pipe2 poll ppoll seed48 strfromd strfromf strfromf128 strfromf32 strfromf32x
        strfromf64 strfromf64x strfroml strxfrm_l wcslcat wcslcpy wcstombs wcsxfrm wcsxfrm_l wctomb
        ",
    ),
    ("w0 f1", "sprintf vsprintf"),
    ("w0 f2", "swprintf vswprintf"),
    ("w0 f3", "__sprintf_chk __vsprintf_chk"),
    ("w0 f4", "__snprintf_chk __swprintf_chk __vsnprintf_chk __vswprintf_chk"),
    ("w0 g", "wcsftime wcsftime_l"),
    (
        "w0 i0",
        "
        __mempcpy_chk __stpcpy_chk __stpncpy __stpncpy_chk __wcpcpy_chk __wcpncpy_chk __wmempcpy_chk
        __xpg_basename basename ctermid cuserid dirname tmpnam tmpnam_r wcpcpy wcpncpy wmempcpy
        ",
    ),
    ("w0 o1", "_dl_find_object inet6_option_init lcong48_r seed48_r setstate_r"),
    ("w0 o1 o2", "erand48_r jrand48_r nrand48_r"),
    ("w0 o1 o3", "mbsrtowcs wcsrtombs"),
    ("w0 o1 o4", "mbsnrtowcs wcsnrtombs"),
    ("w0 o2", "c16rtomb c32rtomb c8rtomb wcrtomb"),
    ("w0 o2 i0", "wcstok"),
    ("w0 o3", "mbrtoc16 mbrtoc32 mbrtoc8 mbrtowc"),
    ("w0 o4 o5", "inet6_opt_find"),
    ("w0 o6", "inet6_opt_append"),
    (
        "w0 r0",
        "
        __fgets_chk __fgets_unlocked_chk __fgetws_chk __gets_chk __getwd_chk __memcpy_chk __memmove_chk
        __memset_chk __strcat_chk __strcpy_chk __strncat_chk __strncpy_chk __wcscat_chk __wcscpy_chk
        __wcsncat_chk __wcsncpy_chk __wmemcpy_chk __wmemmove_chk __wmemset_chk fgets_unlocked fgetws
        fgetws_unlocked getwd memfrob mkdtemp mktemp strfry
        ",
    ),
    ("w0 w2", "inet6_opt_get_val inet6_opt_set_val mincore"),
    ("w0 w3 o4 o5", "inet6_opt_next"),
    (
        "w0<1",
        "
        arc4random_buf getdomainname getentropy gethostname getlogin_r getrandom strfmon strfmon_l strftime
        strftime_l
        ",
    ),
    ("w0<1 f2", "snprintf vsnprintf"),
    ("w0<1 i0 a", "__getcwd_chk getcwd"),
    (
        "w1",
        "
        __b64_pton __confstr_chk __getgroups_chk __getlogin_r __loc_aton __loc_ntoa __pread64_chk
        __pread_chk __putlong __putshort __read_chk __readlink_chk __recv_chk __ttyname_r_chk epoll_pwait
        epoll_pwait2 epoll_wait flistxattr getdents64 getgroups getpw if_indextoname inet6_rth_reverse
        inet_neta inet_nsap_addr insb insl insw klogctl listxattr llistxattr msgrcv ns_format_ttl
        ns_makecanon ns_name_ntol ns_name_ntop ns_name_pton ns_put16 ns_put32 posix_getdents pread pread64
        preadv preadv2 preadv64 preadv64v2 process_vm_readv pthread_getname_np ptsname_r readv recvmsg
        sendmmsg sig2str
        ",
    ),
    ("w1 i1 a", "__realpath_chk realpath"),
    ("w1 o2", "accept accept4 getpeername getsockname"),
    ("w1 o3", "getdirentries getdirentries64 initstate_r mq_receive mq_timedreceive"),
    ("w1 o3 o4", "dn_comp ns_name_compress ns_name_pack"),
    ("w1 o4", "recvmmsg"),
    ("w1 r1", "asctime_r ctime_r ether_ntoa_r"),
    ("w1 w4 o5", "__recvfrom_chk recvfrom"),
    ("w10", "ns_sprintrrf"),
    ("w1<2", "__xpg_strerror_r confstr readlink recv ttyname_r"),
    ("w1<2 i1", "strerror_r"),
    (
        "w2",
        "
        __b64_ntop __readlinkat_chk __res_hostalias dlinfo fgetxattr getxattr inet_net_pton inet_nsap_ntoa
        inet_pton lgetxattr pthread_attr_getaffinity_np pthread_getaffinity_np readlinkat regerror res_send
        sched_getaffinity
        ",
    ),
    ("w2 i2", "crypt_rn"),
    ("w2 o3", "getgrouplist"),
    ("w2 r2", "gcvt qgcvt"),
    ("w2 w4", "getnameinfo"),
    ("w2<3 r2", "inet_ntop"),
    (
        "w3",
        "
        __p_fqnname dn_expand inet_net_ntop ns_name_uncompress ns_name_unpack quotactl regexec res_query
        res_search socketpair
        ",
    ),
    ("w3 o4", "getsockopt"),
    ("w4", "ns_sprintrr res_querydomain"),
    ("w4 i4", "crypt_gensalt_r crypt_gensalt_rn"),
    ("w7", "res_mkquery"),
    (
        "x",
        "
        __argp_error __argp_failure __argp_help __argp_parse __argp_state_help __argp_usage __posix_getopt
        __pthread_register_cancel __pthread_register_cancel_defer __pthread_unwind_next __qsort_r
        _obstack_allocated_p _obstack_begin _obstack_begin_1 _obstack_free _obstack_memory_used
        _obstack_newchunk _pthread_cleanup_push _pthread_cleanup_push_defer argp_error argp_failure
        argp_help argp_state_help argp_usage dl_iterate_phdr fopencookie fts64_open fts_open ftw64
        getaddrinfo_a glob64 hasmntopt hsearch hsearch_r insque io_submit lio_listio lio_listio64 mcheck
        mcheck_pedantic nftw64 obstack_alloc_failed obstack_free process_vm_writev pthread_cleanup_push
        register_printf_domain register_printf_function register_printf_modifier register_printf_specifier
        register_printf_type remque scandir64 scandirat scandirat64 sigreturn sigvec ssignal syscall
        sysv_signal tdestroy tss_create twalk_r userfaultfd
        ",
    ),
];

/// The same for functions of `math.h`. Each is also there with the suffixes of the types, and with `__` in front.
pub(super) const MATH: &[(&str, &str)] = &[
    (
        "",
        "
        acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh daddl ddivl dfmal dmull drem
        dsqrtl dsubl erf erfc exp exp10 exp2 expm1 f32addf128 f32addf32x f32addf64 f32addf64x f32divf128
        f32divf32x f32divf64 f32divf64x f32fmaf128 f32fmaf32x f32fmaf64 f32fmaf64x f32mulf128 f32mulf32x
        f32mulf64 f32mulf64x f32sqrtf128 f32sqrtf32x f32sqrtf64 f32sqrtf64x f32subf128 f32subf32x f32subf64
        f32subf64x f32xaddf128 f32xaddf64 f32xaddf64x f32xdivf128 f32xdivf64 f32xdivf64x f32xfmaf128
        f32xfmaf64 f32xfmaf64x f32xmulf128 f32xmulf64 f32xmulf64x f32xsqrtf128 f32xsqrtf64 f32xsqrtf64x
        f32xsubf128 f32xsubf64 f32xsubf64x f64addf128 f64addf64x f64divf128 f64divf64x f64fmaf128 f64fmaf64x
        f64mulf128 f64mulf64x f64sqrtf128 f64sqrtf64x f64subf128 f64subf64x f64xaddf128 f64xdivf128
        f64xfmaf128 f64xmulf128 f64xsqrtf128 f64xsubf128 fabs fadd fdim fdiv ffma finite floor fma fmax
        fmaximum fmaximum_mag fmaximum_mag_num fmaximum_num fmaxmag fmin fminimum fminimum_mag
        fminimum_mag_num fminimum_num fminmag fmod fmul fpclassify fromfp fromfpx fsqrt fsub gamma
        getpayload hypot ilogb iscanonicall iseqsig isinf isnan issignaling j0 j1 jn ldexp lgamma llogb
        llrint llround log log10 log1p log2 logb lrint lround nan nanf128 nanf32 nanf32x nanf64 nanf64x
        nearbyint nextafter nextdown nexttoward nextup pow remainder rint round roundeven scalb scalbln
        scalbn signbit significand sin sinh sqrt tan tanh tgamma totalorder totalordermag trunc ufromfp
        ufromfpx y0 y1 yn
        ",
    ),
    ("o0", "canonicalize setpayload setpayloadsig"),
    (
        "o1",
        "
        frexp lgamma_r lgammaf128_r lgammaf32_r lgammaf32x_r lgammaf64_r lgammaf64x_r lgammaf_r lgammal_r
        modf
        ",
    ),
    ("o1 o2", "sincos"),
    ("o2", "remquo"),
];
