export { type Captcha, type CaptchaChallenge, createCaptcha, noCaptcha } from './captcha.ts'
export { countCodesOf, removeOldCodes } from './code-counts.ts'
export {
  type CodePurpose,
  type CodeSent,
  codeWorkLevel,
  placeOf,
  type RequestedCode,
  requestCode,
  takeCode,
  useCode,
} from './codes.ts'
