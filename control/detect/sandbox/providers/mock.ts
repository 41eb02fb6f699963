import type { Provider } from '../provider.ts'

/** Analyses nothing: it knows no file, and its analyses never end. */
export const MOCK_PROVIDER: Provider = {
  name: 'mock',
  lookup: async () => null,
  submitFile: async ({ sha256 }) => `mock-${sha256.slice(0, 16)}`,
  submitUrl: async () => 'mock-url',
  report: async () => null,
}
