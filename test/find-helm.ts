import { spawnSync } from 'node:child_process'

/** In PATH; null where there is none. `go install helm.sh/helm/v3/cmd/helm@latest` builds it. */
export function findHelm(): string | null {
  return spawnSync('helm', ['version']).error === undefined ? 'helm' : null
}
