/** Settings of the installation. `secret` null: verification is switched off. */
export type VerifySettings = {
  readonly secret: string | null
  readonly timeoutSeconds: number
  /** Origin that the buttons lead to. */
  readonly publicUrl: string
}
