/** SQLSTATEs of faults in the row itself: its data, its constraints, or a deleted tenant. */
const OF_THE_ROW = /^(?:22|23|54)/

/**
 * Writes rows of a tenant together. When the database will never accept one of them, each is written by itself, so that
 * the bad row does not block the others for ever. Rejects when the database may accept them later.
 */
export async function writeTakeable<T>(
  rows: readonly T[],
  write: (rows: readonly T[]) => Promise<void>,
  refused: (row: T, err: unknown) => void,
): Promise<void> {
  try {
    await write(rows)
  } catch (err) {
    if (!isOfTheRow(err)) throw err
    for (const row of rows) await writeOne(row, write, refused)
  }
}

async function writeOne<T>(
  row: T,
  write: (rows: readonly T[]) => Promise<void>,
  refused: (row: T, err: unknown) => void,
): Promise<void> {
  try {
    await write([row])
  } catch (err) {
    if (!isOfTheRow(err)) throw err
    refused(row, err)
  }
}

function isOfTheRow(err: unknown): boolean {
  const { code } = err as { code?: unknown }
  return err instanceof Error && typeof code === 'string' && OF_THE_ROW.test(code)
}
