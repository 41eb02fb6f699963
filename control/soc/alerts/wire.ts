/** Schemas of what alerts and cases have in common on the wire. */
import { Type } from 'typebox'
import { plainText } from '../../../schemas/wire.ts'
import { TAG_MAX, TAGS_MAX } from './alert-text.ts'

export const tagList = Type.Array(plainText(TAG_MAX), { maxItems: TAGS_MAX })
