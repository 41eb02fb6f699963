/** Where properties begin, and how many times their usual number of values they try. */
export function propertyConfig(): { readonly seed: number; readonly times: number } {
  const { SVC_TEST_SEED = '20260121', SVC_TEST_TIMES = '1' } = process.env
  return { seed: Number(SVC_TEST_SEED), times: Number(SVC_TEST_TIMES) }
}
