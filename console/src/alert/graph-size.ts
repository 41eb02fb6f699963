/** Sizes of the drawn graph: on a narrow screen its nodes shrink first, and then it becomes wider than the screen. */
const NODE_PX = 176
const NODE_PX_MIN = 116
/** Room between two columns, in which their lines and counts are seen. */
const GAP_PX = 44
/** Half of a node's border is outside of the node. */
export const EDGE_PX = 1
const CHARACTER_PX = 7.3
/** A node's mark and its padding. */
const MARK_PX = 32

type GraphSize = { readonly widthPx: number; readonly nodePx: number; readonly nameMax: number }

export function graphSize(columns: number, roomPx: number): GraphSize {
  const gaps = (columns - 1) * GAP_PX + 2 * EDGE_PX
  const nodePx = Math.max(NODE_PX_MIN, Math.min(NODE_PX, Math.floor((roomPx - gaps) / columns)))
  return {
    widthPx: Math.max(roomPx, columns * nodePx + gaps),
    nodePx,
    nameMax: Math.floor((nodePx - MARK_PX) / CHARACTER_PX),
  }
}
