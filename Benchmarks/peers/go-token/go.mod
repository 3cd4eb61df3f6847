module pixy.example/token-session

go 1.19
