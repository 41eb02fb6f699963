/** Rounds to hundredths, as figures are printed. */
export function round(value: number): number {
  return Math.round(value * 100) / 100
}
