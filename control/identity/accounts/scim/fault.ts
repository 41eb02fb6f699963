/** Error types of RFC 7644, section 3.12 (table 9). */
export type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'

/** A refusal that the protocol of directories has a word for; every other one is an `AppError`. */
export class ScimFault extends Error {
  override readonly name = 'ScimFault'
  readonly scimType: ScimType

  constructor(scimType: ScimType, detail: string) {
    super(detail)
    this.scimType = scimType
  }
}
