/** The fields of branding, as they are sent. */
import { Type } from 'typebox'
import { nullable } from '../../../schemas/wire.ts'

/** An empty text, like null and like a member that is left out, inherits the value from further up. */
const color = nullable(Type.String({ pattern: '^(#[0-9A-Fa-f]{6})?$' }))
const ONE_LINE = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*$'
/** One line without bidirectional control characters, because names appear in message headers. */
const line = (maxLength: number, description?: string) =>
  nullable(Type.String({ maxLength, pattern: ONE_LINE, ...(description === undefined ? {} : { description }) }))
export const BRANDING_FIELDS = {
  product_name: line(80),
  primary_color: color,
  accent_color: color,
  support_email: line(254),
  support_url: line(500, 'https only'),
  sender_name: line(80),
  footer_text: line(300),
}
