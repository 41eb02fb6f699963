import { AppError } from '../../platform/errors.ts'

/** A whole number of the command line. Throws `bad_request` with its bounds. */
export function numberOption(name: string, text: string, min: number, max: number): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new AppError('bad_request', `${name} must be a whole number from ${min} to ${max}, not ${text}`)
}
