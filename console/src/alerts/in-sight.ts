/** Height of the head of the queue, which stays above its rows. */
export const HEAD_PX = 32

/** A row is whole between the head and the lower edge. `topPx`: below the head, of all rows; `heightPx`: of the box. */
export const isInSight = (topPx: number, rowPx: number, scrolledPx: number, heightPx: number): boolean =>
  topPx >= scrolledPx && topPx + HEAD_PX + rowPx <= scrolledPx + heightPx
