/** Whether somebody entered a place. Nobody builds where the degrees begin, on the sea off Africa: that is an entry without one. */
export const hasPlace = (options: Readonly<{ latitudeDeg: number; longitudeDeg: number }>): boolean =>
  options.latitudeDeg !== 0 || options.longitudeDeg !== 0
