/** Whether a place was entered. Zero degrees lie on the sea off Africa, where no plant stands: an entry without a place. */
export const hasPlace = (options: Readonly<{ latitudeDeg: number; longitudeDeg: number }>): boolean =>
  options.latitudeDeg !== 0 || options.longitudeDeg !== 0
