import { Type } from 'typebox'
import { named } from '../../../plugins/named-schemas.ts'

export const begunSchema = named(
  'SignInBegun',
  Type.Object({
    redirect_url: Type.String({ description: 'where the browser goes now' }),
    expires_in: Type.Integer({ description: 'seconds within which the person has to come back' }),
  }),
)
