import { AppError } from '../../../../platform/errors.ts'
import type { HiddenFields } from './hidden-fields.ts'

/**
 * Refuses files and pages to callers with hidden fields, because they are generated whole and no field of them can be
 * withheld. Throws `forbidden` when a field rule hides a field of the file from the caller.
 */
export function refuseFile(hidden: HiddenFields): void {
  if (hidden.size === 0) return
  const names = namesOfHidden(hidden)
  throw new AppError('forbidden', `field rules hide ${names} from you, which this file may hold: ask for JSON`)
}

/** `alert.affected_users, event.user` */
export function namesOfHidden(hidden: HiddenFields): string {
  return [...hidden].flatMap(([resource, fields]) => fields.map(({ name }) => `${resource}.${name}`)).join(', ')
}
