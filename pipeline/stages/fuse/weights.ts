/**
 * The default weights. Set by hand so that a single medium rule gives low confidence, a single high rule medium, and
 * two rules of different tactics, one of them high, give high; `docs/fusion.md` shows the result on recorded attacks.
 */
export const FEATURES = [
  'severity',
  'rules',
  'tactics',
  'progression',
  'rarity',
  'sources',
  'spread',
  'privilege',
  'monotony',
  'storm',
] as const
export type Feature = (typeof FEATURES)[number]

/** Control data: a tenant's own weights in one row; without it the default weights apply. */
export const WEIGHTS_KIND = 'fusion_weights'
export const WEIGHTS_ID = '*'

export type Weights = {
  readonly version: string
  readonly bias: number
  readonly features: Readonly<Record<Feature, number>>
}

export const SHIPPED: Weights = {
  version: 'shipped',
  bias: -2.2,
  features: {
    severity: 2.8,
    rules: 1.8,
    tactics: 1.6,
    progression: 0.8,
    rarity: 0.5,
    sources: 0.5,
    spread: 0.5,
    privilege: 0.3,
    monotony: -1.2,
    storm: -0.8,
  },
}

/** Impact by OCSF severity, from 0 to 1. */
export const IMPACT = [0, 0.2, 0.4, 0.7, 0.9, 1] as const
