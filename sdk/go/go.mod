module github.com/svc/svc/sdk/go

go 1.24
