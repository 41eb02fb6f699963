/** Schemas that operations and routes of cases have in common. */
import { Type } from 'typebox'
import { nullable } from '../../../schemas/wire.ts'

/** An id, or a number such as INC-001. */
export const caseRef = Type.String({
  maxLength: 40,
  pattern: '^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[Ii][Nn][Cc]-[0-9]{1,12})$',
  description: 'a UUID or a case number such as INC-001',
})
export const caseParams = Type.Object({ id: caseRef })
/** A description, over many lines. */
export const caseText = nullable(Type.String({ maxLength: 20_000, pattern: '^[^\\u0000]*$' }))
