// A layered drawing of a directed graph: edges point down, except those that close cycles.
// Nodes have a width and a height; they get x and y (of the middle and the top). Edges get points.
function layout(nodes, edges) {
  const count = nodes.length;
  const outgoing = nodes.map(() => []);
  edges.forEach((edge, id) => { if (edge.from !== edge.to) outgoing[edge.from].push(id); });
  turnBackEdges(count, edges, outgoing);
  const layerOf = longestPaths(count, edges);
  const graph = withBends(nodes, edges, layerOf);
  const layers = orderLayers(graph);
  placeAcross(graph, layers);
  placeDown(graph, layers);
  for (const edge of edges) {
    const points = edge.chain.map((id) => graph.cells[id]);
    edge.points = points.map((cell) => [cell.x, cell.y + cell.height / 2]);
    const from = nodes[edge.from], to = nodes[edge.to];
    if (edge.from === edge.to) {
      const right = from.x + from.width / 2, y = from.y + from.height / 2;
      edge.points = [[right, y - 8], [right + 24, y], [right, y + 8]];
      edge.isLoop = true;
    } else {
      // A turned edge enters from below and leaves above.
      edge.points[0] = [points[0].x, points[0].y + points[0].height];
      edge.points[edge.points.length - 1] = [points[points.length - 1].x, points[points.length - 1].y];
      if (edge.isTurned) {
        edge.points.reverse();
        // Beside the edge that leads there.
        const aside = Math.min(14, from.width / 4, to.width / 4);
        for (const end of [edge.points[0], edge.points[edge.points.length - 1]]) end[0] += aside;
      }
    }
    edge.box = bounds(edge.points);
    delete edge.chain;
  }
  return { layers: layers.map((layer) => layer.filter((id) => id < count)), box: bounds(nodes.flatMap((n) =>
    [[n.x - n.width / 2, n.y], [n.x + n.width / 2, n.y + n.height]])) };
}

function bounds(points) {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    box[0] = Math.min(box[0], x); box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x); box[3] = Math.max(box[3], y);
  }
  return box;
}

// Depth-first search from the entry: an edge to a node that is being visited closes a cycle.
function turnBackEdges(count, edges, outgoing) {
  const state = new Uint8Array(count);
  for (let root = 0; root < count; root++) {
    if (state[root]) continue;
    const stack = [[root, 0]];
    state[root] = 1;
    while (stack.length) {
      const top = stack[stack.length - 1];
      if (top[1] === outgoing[top[0]].length) { state[top[0]] = 2; stack.pop(); continue; }
      const edge = edges[outgoing[top[0]][top[1]++]];
      if (state[edge.to] === 1) edge.isTurned = true;
      else if (state[edge.to] === 0) { state[edge.to] = 1; stack.push([edge.to, 0]); }
    }
  }
}

const upper = (edge) => (edge.isTurned ? edge.to : edge.from);
const lower = (edge) => (edge.isTurned ? edge.from : edge.to);

// The layer of a node is the length of the longest path to it.
function longestPaths(count, edges) {
  const entering = new Int32Array(count), next = Array.from({ length: count }, () => []);
  for (const edge of edges) if (edge.from !== edge.to) { next[upper(edge)].push(lower(edge)); entering[lower(edge)]++; }
  const layerOf = new Int32Array(count), work = [];
  for (let id = 0; id < count; id++) if (!entering[id]) work.push(id);
  while (work.length) {
    const id = work.pop();
    for (const other of next[id]) {
      layerOf[other] = Math.max(layerOf[other], layerOf[id] + 1);
      if (--entering[other] === 0) work.push(other);
    }
  }
  return layerOf;
}

// Long edges bend at each layer, so that they pass between nodes; very long ones only where they start and end.
const LONG = 10;
function withBends(nodes, edges, layerOf) {
  const cells = nodes.map((node, id) => Object.assign(node, { layer: layerOf[id], up: [], down: [] }));
  const join = (a, b) => { cells[a].down.push(b); cells[b].up.push(a); };
  for (const edge of edges) {
    if (edge.from === edge.to) { edge.chain = []; continue; }
    const [a, b] = [upper(edge), lower(edge)];
    const [start, end] = [layerOf[a], layerOf[b]];
    edge.chain = [a];
    for (let layer = start + 1; layer < end; layer++) {
      if (end - start > LONG && layer !== start + 1 && layer !== end - 1) continue;
      cells.push({ layer, up: [], down: [], width: 8, height: 0 });
      join(edge.chain[edge.chain.length - 1], cells.length - 1);
      edge.chain.push(cells.length - 1);
    }
    join(edge.chain[edge.chain.length - 1], b);
    edge.chain.push(b);
  }
  return { cells };
}

// Orders each layer by the middle of the neighbours above, then below, a few times.
function orderLayers({ cells }) {
  const layers = [];
  cells.forEach((cell, id) => (layers[cell.layer] = layers[cell.layer] || []).push(id));
  for (let layer = 0; layer < layers.length; layer++) layers[layer] = layers[layer] || [];
  const number = (layer) => layer.forEach((id, rank) => { cells[id].rank = rank; });
  layers.forEach(number);
  for (let sweep = 0; sweep < 6; sweep++) {
    const isDown = sweep % 2 === 0, side = isDown ? "up" : "down";
    for (let step = 0; step < layers.length; step++) {
      const layer = layers[isDown ? step : layers.length - 1 - step];
      for (const id of layer) {
        const ranks = cells[id][side].map((other) => cells[other].rank);
        cells[id].wish = ranks.length ? ranks.reduce((a, b) => a + b, 0) / ranks.length : cells[id].rank;
      }
      layer.sort((a, b) => cells[a].wish - cells[b].wish || cells[a].rank - cells[b].rank);
      number(layer);
    }
  }
  return layers;
}

const GAP = 24;

// Moves nodes towards their neighbours. Pushing everything to the right as far as needed, and everything to the left,
// both keep order and distance, and so does the middle of the two.
function placeAcross({ cells }, layers) {
  const apart = (a, b) => (cells[a].width + cells[b].width) / 2 + GAP;
  for (const layer of layers) {
    layer.forEach((id, rank) => { cells[id].x = rank ? cells[layer[rank - 1]].x + apart(layer[rank - 1], id) : 0; });
    const middle = layer.length ? (cells[layer[0]].x + cells[layer[layer.length - 1]].x) / 2 : 0;
    for (const id of layer) cells[id].x -= middle;
  }
  for (let sweep = 0; sweep < 6; sweep++) {
    const isDown = sweep % 2 === 0, side = isDown ? "up" : "down";
    for (let step = 0; step < layers.length; step++) {
      const layer = layers[isDown ? step : layers.length - 1 - step];
      const wish = layer.map((id) => {
        const near = cells[id][side];
        return near.length ? near.reduce((sum, other) => sum + cells[other].x, 0) / near.length : cells[id].x;
      });
      const right = wish.slice(), left = wish.slice();
      for (let i = 1; i < layer.length; i++) right[i] = Math.max(wish[i], right[i - 1] + apart(layer[i - 1], layer[i]));
      for (let i = layer.length - 2; i >= 0; i--) left[i] = Math.min(wish[i], left[i + 1] - apart(layer[i], layer[i + 1]));
      layer.forEach((id, i) => { cells[id].x = (left[i] + right[i]) / 2; });
    }
  }
}

function placeDown({ cells }, layers) {
  let y = 0;
  for (const layer of layers) {
    const height = layer.reduce((most, id) => Math.max(most, cells[id].height), 0);
    for (const id of layer) cells[id].y = y + (cells[id].height ? 0 : height / 2);
    y += height + 46;
  }
}
