-- What people did to alerts, by time: first touches and the load of analysts are counted from this index alone.
CREATE INDEX alert_history_of_people ON alert_history (tenant_id, created_at)
  INCLUDE (alert_id, actor_id, action, to_status) WHERE actor_kind = 'human';
