export const LoggerPage = () => null
