package svc

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strconv"
	"time"
)

// Ptr returns a pointer to a value, for optional fields: svc.Ptr("high").
func Ptr[T any](value T) *T {
	return &value
}

// Nullable is an optional field that may also be null: svc.Value(x) and svc.Null[T]() set it.
type Nullable[T any] struct {
	isSet bool
	value *T
}

// Value is a field with this value.
func Value[T any](value T) Nullable[T] {
	return Nullable[T]{isSet: true, value: &value}
}

// Null is a field that is sent as null.
func Null[T any]() Nullable[T] {
	return Nullable[T]{isSet: true}
}

// IsZero is true for a field that is left out.
func (n Nullable[T]) IsZero() bool {
	return !n.isSet
}

// Get returns the value; false if it is null or left out.
func (n Nullable[T]) Get() (T, bool) {
	if n.value == nil {
		var none T
		return none, false
	}
	return *n.value, true
}

func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	return json.Marshal(n.value)
}

func (n *Nullable[T]) UnmarshalJSON(raw []byte) error {
	n.isSet = true
	if bytes.Equal(raw, []byte("null")) {
		n.value = nil
		return nil
	}
	n.value = new(T)
	return json.Unmarshal(raw, n.value)
}

func putString(values url.Values, name, value string) {
	if value != "" {
		values[name] = []string{value}
	}
}

func putInt(values url.Values, name string, value int) {
	if value != 0 {
		values.Set(name, strconv.Itoa(value))
	}
}

func putBool(values url.Values, name string, value *bool) {
	if value != nil {
		values.Set(name, strconv.FormatBool(*value))
	}
}

//lint:ignore U1000 Parameters that are numbers with a fraction use it, whenever the API has one.
func putFloat(values url.Values, name string, value *float64) {
	if value != nil {
		values.Set(name, strconv.FormatFloat(*value, 'g', -1, 64))
	}
}

func putTime(values url.Values, name string, value time.Time) {
	if !value.IsZero() {
		values.Set(name, value.UTC().Format(time.RFC3339Nano))
	}
}
