import { spawnSync } from 'node:child_process'

/** Finds helm in PATH; null if it is not there. `go install helm.sh/helm/v3/cmd/helm@latest` builds it. */
export function findHelm(): string | null {
  return spawnSync('helm', ['version']).error === undefined ? 'helm' : null
}
