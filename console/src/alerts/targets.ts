type Config = { readonly severity: string; readonly mttr_target: number | null }

/** Minutes to respond by severity; a severity without a target has no entry. */
export function targetsOf(configs: readonly Config[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    configs.flatMap(({ severity, mttr_target: minutes }) => (minutes ? [[severity, minutes]] : [])),
  )
}

/** A target of the API, which is in minutes. */
export const targetWords = (minutes: number | null): string =>
  minutes === null ? 'no target' : `${minutes.toLocaleString('en')} min`
