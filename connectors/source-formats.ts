/**
 * The names that `source_format` may have; ingest refuses others. They are written out, because ingest would otherwise
 * load the table of every source, 30 MB, to know what they are called; a test holds the list against `index.ts`.
 */
const NAMES = `
  1password abnormal abnormal-security access-log advanced-hunting ai-finding ai-runtime airwatch akamai akamai-siem
  alb alertmanager alsid amavis anthropic apache apache-error appfirewall appomni apt-history apt-term aruba-clearpass
  asana asff atlas atlassian audit-block audit-xml auditd auth0 auto aviatrix aws-alb aws-bedrock aws-client-vpn
  aws-cloudtrail aws-elb aws-guardduty aws-inspector aws-macie aws-route53 aws-s3-access aws-vpc-flow aws-waf axonius
  azure-activity azure-activity-log azure-audit azure-flows azure-monitor-alert azure-risk azure-sign-in azure-signin
  azure-vmconnection azure-windows barracuda-esg barracuda-waf beyondtrust bigip bind bitbucket bitdefender bitwarden
  box brightmail bro caddy canary carbonblack carbonblack-app-control carbonblack-telemetry cato cato-networks
  cb-protection cef checkpoint cisco cisco-acs cisco-amp cisco-asa cisco-asyncos cisco-esa cisco-ftd cisco-ios
  cisco-ise cisco-secure-endpoint cisco-ucm cisco-umbrella cisco-wsa citrix-adc citrix-netscaler claude clearpass
  cloudflare cloudtrail confluence connectwise coredns corelight cortex-xdr cri crowdsec crowdstrike csv cyberark
  cyberark-identity cybereason cylance cylanceprotect darktrace databricks datadog datadog-signals db2-audit
  deep-visibility defender defender-xdr defensepro dhcpd dnsmasq docusign dovecot dpkg dropbox duo ecs elastic elb
  email email-forwarded eml entra-audit entra-risk entra-signin envoy eset eset-protect esxi eve evtx
  exchange-message-trace exchange-smtp exchange-tracking exim extrahop f5-bigip fail2ban falco falco-text falcon
  fast-alert fdr filterlog forcepoint-web forticnapp fortiedr fortigate fortinet freeradius gatekeeper gcp-audit
  gcp-load-balancer gcp-log-entry gcp-security-center gcp-vpc-flow generic github github-alerts github-audit
  github-webhook gitlab google-cloud-audit google-scc google-workspace grafana-alerting graph-alerts gravityzone
  gsuite guardduty haproxy hec huntress idrac iis infoblox intune ivanti-connect-secure jira json json-text jumpcloud
  juniper junos k8s-audit kaspersky kea keycloak keycloak-events knowbe4 kubernetes kubernetes-audit kv lacework
  lastpass leef linux linux-syslog linux-sysmon m365-audit macos-firewall mail malwarebytes mariadb mariadb-audit
  mcafee-epo mcafee-nsp meraki message-trace microsoft-graph-alerts microsoft-nps microsoft365-audit mikrotik
  mikrotik-cef mimecast modsecurity modsecurity-audit mongodb mongodb-audit mssql mssql-audit mysql mysql-audit
  mysql-audit-xml mysql-error named ndjson netiq netiq-access-manager netscaler netscreen netskope netsuite
  netwrix-endpoint-protector netwrix-threat-prevention nginx nginx-error notion nozomi nps nsg-flow nsx nxlog o365
  ocsf office365 okta okta-system-log onelogin onepassword openai openbao openvpn opnsense oracle oracle-audit orca
  osquery ossec ossec-alerts palo-alto paloalto pan-os panther panw pfirewall pfsense pingfederate pingidentity
  pingone postfix postgres-row postgresql powerdns powerstore powerswitch prisma-sdwan proofpoint proofpoint-pps
  proxmox proxysg pulse-secure pushsecurity qradar qualys radware recorded-future rfc3164 rfc5424 route53 routeros
  rsa-securid rwcut s3-access salesforce santa sap-audit sap-hana secureauth securid security-hub securityhub semperis
  sendmail sentinel-incident sentinelone sentinelone-telemetry sepm service-findings servicenow-sir silk slack snort
  snowflake snyk socradar solaris-audit sonicwall sophos sophos-central sophos-utm sophos-web-appliance splunk-notable
  spycloud sql-server squid srx stealthbits sublime suricata symantec-dlp symantec-messaging-gateway synology syslog
  sysmon sysmon-linux tailscale tanium teleport tenable-ad tenable-nnm tenable-vm text thales-cte thinkst-canary
  threatdown tines tracebit traefik trellix-epo trellix-nsp trend-vision-one tsv umbrella umbrella-row unbound upwind
  vault vcenter vcenter-events vectra veeam vision-one vmware-esxi vmware-horizon vnet-flow vormetric vpcflow
  vulnerabilities w3c watchguard wazuh web-gateway windows windows-dhcp windows-dhcp-rows windows-dns
  windows-dns-debug windows-firewall windows-xml windows_event winlogbeat wiz workday workspace-one zeek zeek-conn
  zeek-dce-rpc zeek-dns zeek-files zeek-ftp zeek-http zeek-kerberos zeek-notice zeek-ntlm zeek-rdp zeek-smb-files
  zeek-smb-mapping zeek-smtp zeek-ssh zeek-ssl zeek-tsv zeek-weird zeek-x509 zendesk zoom zscaler zscaler-nss
  zscaler-zpa
`

export const SOURCE_FORMATS: readonly string[] = NAMES.trim().split(/\s+/)

const known: ReadonlySet<string> = new Set(SOURCE_FORMATS)

/** Format of a name in lower case. */
export function isSourceFormat(name: string): boolean {
  return known.has(name)
}
