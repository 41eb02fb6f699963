/** Flags with which osquery of a host enrols here; they work when they are copied unchanged. */
const CONSOLE_PORT = 3000
const OSQUERY_PORT = 8443
/** Maximum of `SVC_PORT_OFFSET`, which moves all ports of one installation by the same number. */
const OFFSET_MAX = 40_000

/** The server beside this console; another address is known only to the operators. */
function osqueryServer({ hostname, port }: Pick<Location, 'hostname' | 'port'>): string {
  const offset = Number(port) - CONSOLE_PORT
  const isBeside = port !== '' && offset >= 0 && offset <= OFFSET_MAX
  return isBeside ? `${hostname}:${OSQUERY_PORT + offset}` : 'OSQUERY_SERVER:8443'
}

export function hostFlags(place: Pick<Location, 'hostname' | 'port'>): string {
  return [
    `--tls_hostname=${osqueryServer(place)}`,
    '--tls_server_certs=/etc/osquery/ca.pem',
    '--enroll_secret_path=/etc/osquery/secret',
    '--enroll_tls_endpoint=/api/v1/osquery/enroll',
    '--config_plugin=tls',
    '--config_tls_endpoint=/api/v1/osquery/config',
    '--config_refresh=60',
    '--logger_plugin=tls',
    '--logger_tls_endpoint=/api/v1/osquery/log',
    '--logger_tls_compress=true',
    '--disable_distributed=false',
    '--distributed_plugin=tls',
    '--distributed_interval=10',
    '--distributed_tls_read_endpoint=/api/v1/osquery/distributed/read',
    '--distributed_tls_write_endpoint=/api/v1/osquery/distributed/write',
    '--disable_carver=true',
    '--host_identifier=uuid',
  ].join('\n')
}
