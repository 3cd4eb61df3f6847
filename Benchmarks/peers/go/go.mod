module pixy.example/pkce-pair

go 1.19
