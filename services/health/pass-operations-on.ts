/**
 * Operations that a service has on its own port. The API answers them: it alone knows credentials, permissions, rate
 * limits and the audit log.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Api, passOn } from '../console/proxy.ts'

type Answers = (request: IncomingMessage, response: ServerResponse) => boolean

/** Paths of the service; the API has each below /api/v1. */
export type PassedOperation = {
  /** Null: all of them. */
  readonly method: string | null
  readonly path: RegExp
}

const PREFIX = '/api/v1'

/** Every operation below one path, whatever its method. */
export function passAreaOn(api: Omit<Api, 'path'>, area: string): Answers {
  const path = new RegExp(`^${area}(/(?!\\.{1,2}(/|$))[A-Za-z0-9._~:@%-]+)*$`)
  return passOperationsOn(api, [{ method: null, path }])
}

/** Takes the paths also with the prefix of the API, as its clients write them. */
export function passOperationsOn(api: Omit<Api, 'path'>, operations: readonly PassedOperation[]): Answers {
  return (request, response) => {
    const [whole = '', query] = (request.url ?? '').split('?', 2)
    const path = whole.startsWith(`${PREFIX}/`) ? whole.slice(PREFIX.length) : whole
    const operation = operations.find((one) => (one.method ?? request.method) === request.method && one.path.test(path))
    if (operation === undefined) return false
    const to = `${PREFIX}${path}${query === undefined ? '' : `?${query}`}`
    passOn({ ...api, path: to }, request, response, () => undefined)
    return true
  }
}

/** Sends browsers that ask for paths of this beginning to the API. */
export function redirectTo(apiUrl: string, beginning: string): Answers {
  return (request, response) => {
    if (request.url?.startsWith(beginning) !== true) return false
    response.writeHead(307, { Location: `${apiUrl}${request.url}` }).end()
    return true
  }
}
