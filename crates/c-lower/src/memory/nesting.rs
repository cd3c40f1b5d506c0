//! How the statements of functions are nested, what may be executed more than once, and what jumps leave out.
//!
//! Every node has a number in the order of the source, so that a statement is an interval. A loop is an interval, too, and
//! so is what lies between a label and a jump back to it.

use c_sema::hir::{
    Callee, ExprId, ExprKind, FunctionId, LabelId, ObjectId, Program, StmtId, StmtKind, Storage,
};
use c_sema::visit::{Node, children};
use rustc_hash::{FxHashMap, FxHashSet};

use super::points_to::PointsTo;

/// The numbers of a node and of all that is in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    start: usize,
    end: usize,
}

impl Extent {
    fn contains(self, number: usize) -> bool {
        self.start <= number && number <= self.end
    }
}

/// Where a call is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct CallSite {
    function: FunctionId,
    /// The statement around it.
    statement: usize,
    /// The statement around it that is in no expression.
    outermost: usize,
}

/// Where things are in their functions.
#[derive(Default, Debug)]
pub(crate) struct Nesting {
    functions: FxHashMap<FunctionId, Extent>,
    /// Where local objects live: their blocks.
    blocks: FxHashMap<ObjectId, Extent>,
    /// Where calls by name are: the callers, and the numbers of the statements around.
    calls: FxHashMap<FunctionId, Vec<(FunctionId, usize)>>,
    /// What is executed again and again.
    loops: FxHashMap<FunctionId, Vec<Extent>>,
    /// Where each expression is that calls a function.
    call_sites: FxHashMap<ExprId, CallSite>,
    /// The objects whose declaration may be left out by a jump inside of their block.
    skipped: FxHashSet<ObjectId>,
    /// The functions that are called at most once.
    single_calls: FxHashSet<FunctionId>,
}

impl Nesting {
    /// Looks at some functions; `starts` are called once from outside.
    pub fn new(
        program: &Program,
        points_to: &PointsTo,
        functions: &[FunctionId],
        starts: &[FunctionId],
    ) -> Nesting {
        let mut nesting = Nesting::default();
        let mut next = 0;
        for &function in functions {
            let mut walk = Walk::new(program, function, next);
            walk.run(&mut nesting);
            next = walk.next;
            walk.finish(&mut nesting);
        }
        nesting.find_single_calls(points_to, functions, starts);
        nesting
    }

    fn find_single_calls(&mut self, points_to: &PointsTo, functions: &[FunctionId], starts: &[FunctionId]) {
        let classes = &points_to.classes;
        let pointed: FxHashSet<FunctionId> =
            classes.roots().flat_map(|class| classes.get(class).functions.iter().copied()).collect();
        loop {
            let before = self.single_calls.len();
            for function in functions {
                let is_once = match self.calls.get(function).map_or(&[][..], |calls| &calls[..]) {
                    [] => true,
                    [(caller, number)] => {
                        !starts.contains(function)
                            && self.single_calls.contains(caller)
                            && !self.is_in_loop(*caller, *number)
                    }
                    _ => false,
                };
                if is_once && !pointed.contains(function) {
                    self.single_calls.insert(*function);
                }
            }
            if self.single_calls.len() == before {
                return;
            }
        }
    }

    fn is_in_loop(&self, function: FunctionId, number: usize) -> bool {
        self.loops.get(&function).is_some_and(|loops| loops.iter().any(|l| l.contains(number)))
    }

    /// Whether a function is called at most once.
    pub fn is_called_once(&self, function: FunctionId) -> bool {
        self.single_calls.contains(&function)
    }

    /// Whether a call may be executed more than once before its function returns.
    pub fn is_repeated(&self, call: ExprId) -> bool {
        self.call_sites.get(&call).is_none_or(|site| self.is_in_loop(site.function, site.statement))
    }

    /// Whether a call may be executed after another one of the same call of their function.
    pub fn may_follow(&self, first: ExprId, second: ExprId) -> bool {
        let (Some(a), Some(b)) = (self.call_sites.get(&first), self.call_sites.get(&second)) else {
            return true;
        };
        let loops = self.loops.get(&a.function).map_or(&[][..], |loops| &loops[..]);
        // In what order the parts of an expression are evaluated is not known.
        (first != second && a.outermost <= b.outermost)
            || loops.iter().any(|l| l.contains(a.statement) && l.contains(b.statement))
    }

    /// Whether a jump inside of an object's block may leave out its declaration.
    pub fn may_be_skipped(&self, object: ObjectId) -> bool {
        self.skipped.contains(&object)
    }

    /// Where an object of a function lives: its block, or all of the function.
    fn life(&self, function: FunctionId, object: ObjectId) -> Option<Extent> {
        self.blocks.get(&object).or_else(|| self.functions.get(&function)).copied()
    }

    /// Whether an object of a function may come to life more than once.
    pub fn is_repeated_object(&self, function: FunctionId, object: ObjectId) -> bool {
        if !self.is_called_once(function) {
            return true;
        }
        self.life(function, object).is_none_or(|life| self.is_in_loop(function, life.start))
    }

    /// Whether an object may come to life again while another one of the same call is still alive from before.
    pub fn is_outlived(&self, function: FunctionId, object: ObjectId, holder: ObjectId) -> bool {
        let (Some(life), Some(other)) = (self.life(function, object), self.life(function, holder)) else {
            return true;
        };
        let loops = self.loops.get(&function).map_or(&[][..], |loops| &loops[..]);
        loops.iter().any(|l| l.contains(life.start) && l.start >= other.start && other.contains(l.start))
    }
}

/// A function as it is numbered.
struct Walk<'p> {
    program: &'p Program,
    function: FunctionId,
    next: usize,
    labels: FxHashMap<LabelId, usize>,
    /// Jumps, each from where to which labels.
    jumps: Vec<(usize, Vec<LabelId>)>,
    declarations: Vec<(ObjectId, usize)>,
    loops: Vec<Extent>,
}

enum Step {
    /// A node, the number of the statement around it, and that of the one that is in no expression.
    Enter(Node, usize, Option<usize>),
    Leave(StmtId, usize),
}

impl<'p> Walk<'p> {
    fn new(program: &'p Program, function: FunctionId, next: usize) -> Walk<'p> {
        Walk {
            program,
            function,
            next,
            labels: FxHashMap::default(),
            jumps: Vec::new(),
            declarations: Vec::new(),
            loops: Vec::new(),
        }
    }

    fn run(&mut self, nesting: &mut Nesting) {
        let program = self.program;
        let start = self.next;
        let mut work: Vec<Step> = Vec::new();
        work.extend(
            program.functions[self.function].body.map(|body| Step::Enter(Node::Stmt(body), start, None)),
        );
        let mut parts = Vec::new();
        while let Some(step) = work.pop() {
            match step {
                Step::Enter(node, mut statement, mut outermost) => {
                    let number = self.next;
                    self.next += 1;
                    match node {
                        Node::Stmt(stmt) => {
                            statement = number;
                            self.enter(stmt, number);
                            work.push(Step::Leave(stmt, number));
                        }
                        Node::Expr(_) | Node::Place(_) => {
                            let outermost = *outermost.get_or_insert(statement);
                            let site = CallSite { function: self.function, statement, outermost };
                            self.note_call(nesting, node, site);
                        }
                    }
                    children(program, node, &mut parts);
                    work.extend(parts.drain(..).map(|part| Step::Enter(part, statement, outermost)));
                }
                Step::Leave(stmt, start) => {
                    self.leave(nesting, stmt, Extent { start, end: self.next - 1 });
                }
            }
        }
        nesting.functions.insert(self.function, Extent { start, end: self.next });
        self.next += 1;
    }

    fn enter(&mut self, stmt: StmtId, number: usize) {
        let program = self.program;
        match &program.stmts[stmt].kind {
            StmtKind::Label(label, _) => {
                self.labels.insert(*label, number);
            }
            StmtKind::Goto(label) => self.jumps.push((number, vec![*label])),
            StmtKind::ComputedGoto(_) => {
                let is_target =
                    |label: &LabelId| program.labels[*label].is_address_taken && self.is_own(*label);
                self.jumps.push((number, program.labels.ids().filter(is_target).collect()));
            }
            StmtKind::Declare(object) => self.declarations.push((*object, number)),
            _ => {}
        }
    }

    fn is_own(&self, label: LabelId) -> bool {
        self.program.labels[label].function == self.function
    }

    fn leave(&mut self, nesting: &mut Nesting, stmt: StmtId, extent: Extent) {
        match &self.program.stmts[stmt].kind {
            StmtKind::Block(_, objects) => {
                nesting.blocks.extend(objects.iter().map(|object| (*object, extent)));
            }
            StmtKind::While(..) | StmtKind::DoWhile(..) | StmtKind::For { .. } => self.loops.push(extent),
            _ => {}
        }
    }

    fn note_call(&self, nesting: &mut Nesting, node: Node, site: CallSite) {
        if let Node::Expr(expr) = node
            && let ExprKind::Call(callee, _) = &self.program.exprs[expr].kind
        {
            nesting.call_sites.insert(expr, site);
            if let Callee::Direct(callee) = callee {
                nesting.calls.entry(*callee).or_default().push((site.function, site.statement));
            }
        }
    }

    /// Jumps back make loops; jumps forward leave out declarations. A jump into a block from outside is none inside of it.
    fn finish(self, nesting: &mut Nesting) {
        let Walk { program, mut loops, labels, jumps, declarations, .. } = self;
        for (object, declared) in &declarations {
            // An array of variable length lives from its declaration on.
            if program.types.size_of(program.objects[*object].ty).is_none()
                && let Some(life) = nesting.blocks.get_mut(object)
            {
                life.start = *declared;
            }
        }
        for (from, targets) in &jumps {
            for to in targets.iter().filter_map(|label| labels.get(label)) {
                if to < from {
                    loops.push(Extent { start: *to, end: *from });
                }
                let is_skipped = |(object, declared): &&(ObjectId, usize)| {
                    from < declared
                        && declared < to
                        && nesting.blocks.get(object).is_none_or(|b| b.contains(*from) && b.contains(*to))
                };
                let skipped: Vec<ObjectId> =
                    declarations.iter().filter(is_skipped).map(|(object, _)| *object).collect();
                nesting.skipped.extend(skipped);
            }
        }
        nesting.loops.insert(self.function, loops);
    }
}

/// The function whose local object or parameter an object is.
pub(crate) fn function_of(program: &Program, object: ObjectId) -> Option<FunctionId> {
    match program.objects[object].storage {
        Storage::Local(function) | Storage::Parameter(function) => Some(function),
        Storage::Static(_) | Storage::External => None,
    }
}
