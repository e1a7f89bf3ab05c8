/** Minimum password length in characters. PASSWORD_MIN can raise it. */
export const minPasswordLength = 6
