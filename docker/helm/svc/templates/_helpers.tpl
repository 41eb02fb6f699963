{{- define "svc.labels" -}}
app.kubernetes.io/name: svc
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "svc.name" -}}
{{ printf "%s-%s" .root.Release.Name .role | trunc 52 | trimSuffix "-" }}
{{- end }}

{{- define "svc.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- /* Settings that are not secret, and where the roles find each other. */ -}}
{{- define "svc.env" -}}
{{- $root := .root }}
{{- $known := dict
  "INGEST_BASE_URL" (printf "http://%s:%v" (include "svc.name" (dict "root" $root "role" "ingest")) $root.Values.roles.ingest.port)
  "REALTIME_BASE_URL" (printf "http://%s:%v" (include "svc.name" (dict "root" $root "role" "realtime")) $root.Values.roles.realtime.port)
  "SVC_CONSOLE_API_URL" (printf "http://%s:%v" (include "svc.name" (dict "root" $root "role" "api")) $root.Values.roles.api.port)
  "UV_THREADPOOL_SIZE" "64" }}
{{- range $name, $value := merge (deepCopy $root.Values.settings) $known }}
{{- if ne (toString $value) "" }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}
- name: SVC_INSTANCE
  valueFrom:
    fieldRef:
      fieldPath: metadata.name
{{- end }}

{{- define "svc.pod" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.volumes }}
volumes: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "svc.container" -}}
image: {{ include "svc.image" .root }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  capabilities:
    drop: [ALL]
envFrom:
  - secretRef:
      name: {{ required "secretName is needed: the Secret with DATABASE_URL and the other credentials" .root.Values.secretName }}
env: {{ include "svc.env" . | nindent 2 }}
{{- with .root.Values.volumeMounts }}
volumeMounts: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}
