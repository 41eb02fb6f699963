/**
 * Real logs and rules are not part of the project: tests that need them get their folder from the environment, or are
 * skipped.
 */
export function corporaDir(): string | null {
  return process.env.SVC_CORPORA_DIR || null
}
