import { AppError } from '../../../../platform/errors.ts'
import type { HiddenFields } from './hidden-fields.ts'

/** A file or a page is made whole: no field of it can be withheld. Throws `forbidden` for whom a field is hidden from. */
export function refuseFile(hidden: HiddenFields): void {
  if (hidden.size === 0) return
  const names = namesOfHidden(hidden)
  throw new AppError('forbidden', `field rules hide ${names} from you, which this file may hold: ask for JSON`)
}

/** `alert.affected_users, event.user` */
export function namesOfHidden(hidden: HiddenFields): string {
  return [...hidden].flatMap(([resource, fields]) => fields.map(({ name }) => `${resource}.${name}`)).join(', ')
}
