/** The seed with which property tests begin, and the factor by which they multiply their number of values. */
export function propertyConfig(): { readonly seed: number; readonly times: number } {
  const { SVC_TEST_SEED = '20260121', SVC_TEST_TIMES = '1' } = process.env
  return { seed: Number(SVC_TEST_SEED), times: Number(SVC_TEST_TIMES) }
}
