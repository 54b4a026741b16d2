/** Where Entra sends browsers back to: both have to be registered there. */
export function redirectUrisOf(publicUrl: string) {
  return { signIn: `${publicUrl}/api/auth/callback/azure-ad`, consent: `${publicUrl}/admin/consent` }
}
