/** Height of the queue's heading, which stays above the rows while they scroll. */
export const HEAD_PX = 32

/**
 * True when the whole row is between the heading and the lower edge. `topPx` is the row's offset below the heading,
 * `heightPx` the height of the box.
 */
export const isInSight = (topPx: number, rowPx: number, scrolledPx: number, heightPx: number): boolean =>
  topPx >= scrolledPx && topPx + HEAD_PX + rowPx <= scrolledPx + heightPx
