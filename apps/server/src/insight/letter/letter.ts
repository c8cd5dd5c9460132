/** The room's front door: the letter of a month, and the utility's bills beside it. */
export { listBills, removeBill, saveBill } from './bills.ts'
export { readLetter } from './read-letter.ts'
