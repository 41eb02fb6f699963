/** Real logs and rules are not part of the project: tests that want them are given a folder, or are skipped. */
export function corporaDir(): string | null {
  return process.env.SVC_CORPORA_DIR || null
}
