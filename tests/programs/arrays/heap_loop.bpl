// verdict: TRUE
// The shape of a C program after translation: a heap with validity and length maps, memory access by contract.
type { :isUnsigned false } { :bitsize 32 } C_INT = int;
const #funAddr~main.base : int;
axiom #funAddr~main.base == -1;
var #valid : [int]int;
var #length : [int]int;
var #memory_int : [int,int]int;
var #NULL.base : int, #NULL.offset : int;

procedure #Ultimate.allocOnHeap(~size : int) returns (#res.base : int, #res.offset : int);
modifies #valid, #length;
ensures 0 == old(#valid)[#res.base];
ensures #valid == old(#valid)[#res.base := 1];
ensures 0 == #res.offset;
ensures 0 != #res.base;
ensures #length == old(#length)[#res.base := ~size];

procedure ULTIMATE.dealloc(~addr.base : int, ~addr.offset : int) returns ();
requires 0 == ~addr.offset;
requires 1 == #valid[~addr.base];
free ensures #valid == old(#valid)[~addr.base := 0];
modifies #valid;

procedure { :inline } read~int(#ptr.base : int, #ptr.offset : int, #sizeOfReadType : int) returns (#value : int);
requires 1 == #valid[#ptr.base];
requires #sizeOfReadType + #ptr.offset <= #length[#ptr.base] && 0 <= #ptr.offset;
ensures #value == #memory_int[#ptr.base, #ptr.offset];

procedure write~int(#value : int, #ptr.base : int, #ptr.offset : int, #sizeOfWrittenType : int) returns ();
requires 1 == #valid[#ptr.base];
requires #sizeOfWrittenType + #ptr.offset <= #length[#ptr.base] && 0 <= #ptr.offset;
modifies #memory_int;
ensures #memory_int == old(#memory_int)[#ptr.base, #ptr.offset := #value];

procedure ULTIMATE.init() returns ();
modifies #valid, #NULL.base, #NULL.offset;

implementation ULTIMATE.init() returns ()
{
    #NULL.base, #NULL.offset := 0, 0;
    #valid[0] := 0;
}

procedure main() returns (#res : int);
modifies #valid, #length, #memory_int;
ensures #valid == old(#valid);

implementation main() returns (#res : int)
{
    var #t~malloc1.base : int, #t~malloc1.offset : int;
    var #t~mem2 : int;
    var ~i~0 : int;
    var ~p~0.base : int, ~p~0.offset : int;

    ~i~0 := 0;
  $Ultimate##0:
    while (true)
    {
        if (!(~i~0 < 10)) {
            break;
        }
        call #t~malloc1.base, #t~malloc1.offset := #Ultimate.allocOnHeap(4);
        ~p~0.base, ~p~0.offset := #t~malloc1.base, #t~malloc1.offset;
        call write~int(~i~0, ~p~0.base, ~p~0.offset, 4);
        call #t~mem2 := read~int(~p~0.base, ~p~0.offset, 4);
        assert #t~mem2 == ~i~0;
        havoc #t~mem2;
        call ULTIMATE.dealloc(~p~0.base, ~p~0.offset);
        ~i~0 := ~i~0 + 1;
    }
    #res := 0;
    return;
}

procedure ULTIMATE.start() returns ();
modifies #valid, #length, #memory_int, #NULL.base, #NULL.offset;

implementation ULTIMATE.start() returns ()
{
    var #t~ret3 : int;

    call ULTIMATE.init();
    call #t~ret3 := main();
}
