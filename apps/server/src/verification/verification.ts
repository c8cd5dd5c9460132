export { countCodesOf, removeOldCodes } from './code-counts.ts'
export { type CodePurpose, type CodeSent, type RequestedCode, requestCode, takeCode, useCode } from './codes.ts'
export { createHumanChecks, type HumanCheck, type HumanChecks, noHumanChecks } from './human-checks.ts'
