/** Reports about a tenant, made on a schedule or at once, and mailed. */
export { type ReportMail, reportMail } from './report-mail.ts'
export { makeDueReports, type ReportDeps, reportWorkers } from './run-reports.ts'
