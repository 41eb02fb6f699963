/** Exports of reports for other contexts and the services. */
export { type ReportMail, reportMail } from './report-mail.ts'
export { makeDueReports, type ReportDeps, reportWorkers } from './run-reports.ts'
