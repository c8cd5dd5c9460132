/** Whether somebody entered a place. Nobody builds where the degrees begin, on the sea off Africa: that is an entry without one. */
export const hasPlace = (given: Readonly<{ latitudeDeg: number; longitudeDeg: number }>): boolean =>
  given.latitudeDeg !== 0 || given.longitudeDeg !== 0
