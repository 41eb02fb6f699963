import { intakeOf } from '../../connectors/index.ts'
import { AppError } from '../../platform/errors.ts'

/** A source format of the command line, as ingest knows it. Throws `bad_request`: its events would be dead letters. */
export function formatOption(text: string): string {
  const format = text.toLowerCase() || 'auto'
  if (intakeOf(format) !== null) return format
  throw new AppError('bad_request', `unknown format ${text}; without --format it is detected`)
}
