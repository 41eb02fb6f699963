/**
 * Words of logons and their outcomes in German, French, Spanish, Portuguese, Italian and Dutch, as programs write them.
 * Accents are removed before: `échec` is `echec`.
 */

export const FAILED_ABROAD = [
  'fehlgeschlagen\\w{0,2}|gescheitert|fehler|fehlerhaft\\w{0,2}|fehlversuche?|ungultig\\w{0,2}|ungueltig\\w{0,2}|falsche[srnm]?|abgelehnt|verweigert|gesperrt|zuruckgewiesen',
  '(?:nicht|ohne) (?:erfolg\\w{0,4}|erlaubt|zugelassen|berechtigt|gestattet|autorisiert)',
  'echec|echoue[es]{0,2}|refuse[es]{1,2}|refus|rejetee?s?|invalides?|incorrecte?s?|erronee?s?|interdite?s?|sans succes|non (?:autorise|valide|reussi)e?s?|bloquee?s?|verrouillee?s?',
  'fallid[oa]s?|fallo|fallado|denegad[oa]s?|rechazad[oa]s?|incorrect[oa]s?|invalid[oa]s?|erroneo|erronea|bloquead[oa]s?|sin exito|no (?:autorizad|permitid|valid)[oa]s?',
  'falha|falhou|falhad[oa]|negad[oa]s?|recusad[oa]s?|rejeitad[oa]s?|incorret[oa]s?|sem sucesso|nao (?:autorizad|permitid|sucedid)[oa]s?|mal[- ]sucedid[oa]s?',
  'fallit[oaie]|fallimento|negat[oa]|rifiutat[oa]|respint[oa]|errat[oa]|bloccat[oa]|non (?:riuscit|autorizzat|valid|consentit)[oa]',
  'mislukt\\w?|geweigerd\\w?|afgewezen|ongeldige?|onjuiste?|geblokkeerd|niet (?:gelukt|geslaagd|toegestaan)',
].join('|')

export const SUCCEEDED_ABROAD = [
  'erfolgreiche?\\w?|angemeldet|eingeloggt|abgemeldet|akzeptiert|gewahrt|zugelassen',
  'correctement|reussie?s?|succes|acceptee?s?|accordee?s?|autorisee?s?',
  'correctamente|iniciado sesion|exitos[oa]s?|exitosamente|exito|aceptad[oa]s?|concedid[oa]s?|autorizad[oa]s?|permitid[oa]s?',
  'iniciou sessao|sucesso|bem[- ]sucedid[oa]s?|aceit[oa]s?',
  'correttamente|riuscit[oa]|accettat[oa]|concess[oa]|consentit[oa]|con successo',
  'geslaagde?|gelukt|toegestaan|geaccepteerd',
].join('|')

export const LOGON_ABROAD = [
  'anmeldung|anmeldeversuch|anmeldefehler|angemeldet|eingeloggt|authentifizierung|kennwort|passwort',
  'ouverture de session|(?:tentative|echec) de connexion|connexion (?:reussie|refusee|echouee)(?=.{0,80}\\b(?:utilisateur|compte|identifiant))|authentification|mot de passe',
  'acceso (?:denegado|permitido|concedido)|inicio de sesion|iniciado sesion|inicio sesion|autenticacion|contrasena',
  'acesso (?:negado|permitido|concedido)|inicio de sessao|iniciou sessao|autenticacao|senha',
  'autenticazione|accesso (?:fallito|negato|riuscito|consentito)|tentativo di accesso',
  'aanmelding|aanmeldpoging|aangemeld|ingelogd|wachtwoord|inloggen|inlogpoging',
].join('|')

export const LOGOFF_ABROAD = [
  'abmeldung|abgemeldet|ausgeloggt|deconnexion|fermeture de session|cierre de sesion|cerrado sesion|fim de sessao|terminou sessao',
  'disconnessione|afmelding|afgemeld|uitgelogd',
].join('|')

export const DENIED_ABROAD =
  'verweigert|abgelehnt|blockiert|verworfen|gesperrt|refusee?s?|rejetee?s?|bloquee?s?|denegad[oa]s?|rechazad[oa]s?|bloquead[oa]s?|negad[oa]s?|recusad[oa]s?|bloccat[oa]|rifiutat[oa]|geweigerd|geblokkeerd'

/** Words before the name of an account. */
export const USER_ABROAD =
  'benutzer(?:s|name|kennung|konto)?|nutzer(?:s|name)?|anwender|konto|anmeldename|utilisateur|identifiant|compte|usuario|cuenta|utilizador|conta|utente|gebruiker(?:snaam)?'

/** Words before the address from which somebody connected. */
export const FROM_ABROAD = 'von|vom|depuis|desde|partir (?:de|d|do|da)|vanaf|van|dal?|de|du'
export const SIDE_ABROAD =
  '(?:der |dem |des |l |la |le |el |o |il |lo |het )?(?:(?:ip|adresse|rechner|host|poste|equipo|computador|indirizzo|direccion|endereco|adres)[- ]?(?:adresse|ip|adres)?)'

/** Words that may follow those of `USER_ABROAD` and are not names. */
export const NO_NAMES_ABROAD =
  'von vom wurde ist hat nicht mit und oder der die das des dem den fur bei auf im am zu wird konnte unbekannt gesperrt' +
  ' de du des la le les l est a ete pour avec et ou par depuis inconnu non pas se sur dans en' +
  ' del el los con para por desde es ha no y o se en fue sin una un desconocido' +
  ' do da dos das e foi nao sem ao com em desconhecido' +
  ' il lo gli di dal della per da una sconosciuto stato' +
  ' van het een is werd niet met voor op bij onbekend'
