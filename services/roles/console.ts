/** The console: what people see in a browser, on the API and nothing else. */
import { dismissConnections } from '../../platform/dismiss-connections.ts'
import { builtConsole } from '../console/build.ts'
import { type BuiltFile, readFiles } from '../console/files.ts'
import { consoleServer } from '../console/server.ts'
import { listen } from '../health/status-server.ts'
import type { StartRole } from '../role.ts'
import { apiHop, listening } from '../settings/listening.ts'

export const startConsole: StartRole = async (config, log) => {
  const server = consoleServer({ ...apiHop(config), files: onceBuilt(), log })
  return {
    url: await listening(config, 'console', (port, host) => listen(server, port, host)),
    async stop() {
      await dismissConnections(server)
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Built at the first request of a page, so that an instance without console users never builds it. */
function onceBuilt(): () => Promise<ReadonlyMap<string, BuiltFile>> {
  let files: Promise<ReadonlyMap<string, BuiltFile>> | undefined
  return () => {
    files ??= builtConsole().then(readFiles)
    files.catch(() => {
      files = undefined
    })
    return files
  }
}
